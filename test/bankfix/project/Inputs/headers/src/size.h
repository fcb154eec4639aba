#ifndef WIDTH
#define WIDTH 32
#endif
#define HEIGHT 32
