#define __INTELLISENSE__ 1
