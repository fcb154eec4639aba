#ifndef SHORT
#define SHORT
#define OF_HEADER x
#else
#define OF_HEADER y
#endif
