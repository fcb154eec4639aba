#define CALL(p) fill(p, 32)
