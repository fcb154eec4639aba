#ifndef GUARD_AND_MORE_H
#define GUARD_AND_MORE_H

#if defined(NO_STATIC_ASSERT)
#define COMPILE_TIME_ASSERT(b) extern int assertion[(b) ? 1 : -1]
#else
#define COMPILE_TIME_ASSERT static_assert
#endif

typedef float Element;

#endif // GUARD_AND_MORE_H

#include "guarded.h"
