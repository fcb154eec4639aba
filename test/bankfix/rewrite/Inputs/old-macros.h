#define BANKFIX_PAD32(i) ((i) / 2)
