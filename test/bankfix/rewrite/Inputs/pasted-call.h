#ifdef OTHER
#define CALL(p, n) fi##ll(p, n)
#else
#define CALL(p, n) (void)(p)
#endif
