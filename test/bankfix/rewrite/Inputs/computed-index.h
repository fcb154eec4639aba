// One build sees a variable through what this pastes.
#ifdef SHOWN
#define SHOW(n) out[64] = a##n;
#else
#define SHOW(n)
#endif
