#pragma once
#ifdef WIDE
#define NUMBER(x) x
#else
#define NUMBER(x) x##f
#endif
