// What OpenCL kernels call, for kernels that Clang compiled for this machine's
// processor; work-items are the fibres of native.h.

#include "../native.h"

using Size = unsigned long;
#define OF(Index, D) ((D) == 0 ? (Index).x : (D) == 1 ? (Index).y : (Index).z)

Size get_local_id(unsigned d) { return OF(threadIdx, d); }
Size get_group_id(unsigned d) { return OF(blockIdx, d); }
Size get_local_size(unsigned d) { return OF(blockDim, d); }
Size get_num_groups(unsigned d) { return OF(gridDim, d); }
void barrier(unsigned) { native_yield(); }

int min(int a, int b) { return a < b ? a : b; }
int max(int a, int b) { return a > b ? a : b; }
unsigned min(unsigned a, unsigned b) { return a < b ? a : b; }
unsigned max(unsigned a, unsigned b) { return a > b ? a : b; }
int clz(int value) { return __clz(value); }
int popcount(int value) { return __popc(value); }
unsigned popcount(unsigned value) { return __popc(value); }
int hadd(int a, int b) { return __hadd(a, b); }
int rhadd(int a, int b) { return __rhadd(a, b); }
unsigned mul_hi(unsigned a, unsigned b) { return __umulhi(a, b); }
unsigned rotate(unsigned a, unsigned by) {
  return __builtin_rotateleft32(a, by & 31);
}
int bitselect(int a, int b, int c) { return (a & ~c) | (b & c); }
int select(int a, int b, int c) { return c ? b : a; }
int convert_int(int value) { return value; }
short convert_short(int value) { return short(value); }
unsigned char convert_uchar(int value) { return (unsigned char)value; }

// Clang's names of functions on __local memory have no spelling in C++.
#define ATOMIC(Length, Name, T, Code, Expression)                              \
  T Name(T *at, T value) asm("_Z" #Length #Name "PU7CLlocalV" #Code #Code);    \
  T Name(T *at, T value) {                                                     \
    T old = *at;                                                               \
    *at = (Expression);                                                        \
    return old;                                                                \
  }
#define ATOMICS(T, Code)                                                       \
  ATOMIC(10, atomic_add, T, Code, T(unsigned(old) + unsigned(value)))          \
  ATOMIC(9, atomic_or, T, Code, old | value)                                   \
  ATOMIC(10, atomic_xor, T, Code, old ^ value)                                 \
  ATOMIC(10, atomic_max, T, Code, old > value ? old : value)                   \
  ATOMIC(10, atomic_min, T, Code, old < value ? old : value)
ATOMICS(int, i)
ATOMICS(unsigned, j)

#define VECTOR(T, Code, N)                                                     \
  typedef T Code##N __attribute__((ext_vector_type(N)));                       \
  Code##N vload_##Code##N(Size i, const T *p) asm("_Z6vload" #N                \
                                                  "mPU7CLlocalK" #Code);       \
  Code##N vload_##Code##N(Size i, const T *p) {                                \
    Code##N made;                                                              \
    for (int k = 0; k < N; ++k)                                                \
      made[k] = p[i * N + k];                                                  \
    return made;                                                               \
  }                                                                            \
  void vstore_##Code##N(Code##N v, Size i, T *p) asm(                          \
      "_Z7vstore" #N "Dv" #N "_" #Code "mPU7CLlocal" #Code);                   \
  void vstore_##Code##N(Code##N v, Size i, T *p) {                             \
    for (int k = 0; k < N; ++k)                                                \
      p[i * N + k] = v[k];                                                     \
  }
#define VECTORS(T, Code)                                                       \
  VECTOR(T, Code, 2) VECTOR(T, Code, 3) VECTOR(T, Code, 4) VECTOR(T, Code, 8)
VECTORS(float, f)
VECTORS(int, i)
VECTORS(unsigned, j)
VECTORS(short, s)
VECTORS(unsigned short, t)
VECTORS(char, c)
VECTORS(unsigned char, h)
