// Runs CUDA kernels as ordinary C++, one fibre a thread, and counts their bank
// conflicts: a truth that shares nothing with bankfix, not even the hardware
// models.
//
// The kernels are compiled at -O0 with -fsanitize=thread, which calls a
// function for each load and store; these functions are defined here, and no
// sanitizer is linked. native.py marks the loops of the source (native_enter,
// _iterate, _leave), so that an access of a lane is known by its instruction,
// the calls and the iterations that it is in, and divergent lanes meet again
// where they should.
//
// The banks are those of compute capability 8.0: 32 of 4 bytes.

#pragma once
#include <cstdint>
#include <cstdlib>

#define UNSEEN __attribute__((no_sanitize("thread"), noinline))
#define __global__
#define __device__
#define __constant__
#define __forceinline__ inline __attribute__((always_inline))
#define __shared__ static __attribute__((section("shared"), aligned(128)))
#define __align__(n) __attribute__((aligned(n)))
#define __launch_bounds__(...)
#define __assume(condition) __builtin_assume(condition)

struct dim3 {
  unsigned x, y, z;
  dim3(unsigned x, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};
struct alignas(8) float2 {
  float x, y;
};
struct alignas(16) float4 {
  float x, y, z, w;
};
struct alignas(8) int2 {
  int x, y;
};
struct alignas(16) int4 {
  int x, y, z, w;
};
inline float2 make_float2(float x, float y) { return {x, y}; }
inline float4 make_float4(float x, float y, float z, float w) {
  return {x, y, z, w};
}
inline int2 make_int2(int x, int y) { return {x, y}; }
inline int4 make_int4(int x, int y, int z, int w) { return {x, y, z, w}; }

extern dim3 threadIdx, blockIdx, blockDim, gridDim;

template <typename A, typename B> auto min(A a, B b) { return a < b ? a : b; }
template <typename A, typename B> auto max(A a, B b) { return a > b ? a : b; }
inline unsigned __brev(unsigned value) { return __builtin_bitreverse32(value); }
inline int __popc(unsigned value) { return __builtin_popcount(value); }

inline int __clz(int value) { return value ? __builtin_clz(value) : 32; }
inline int __ffs(int value) { return __builtin_ffs(value); }
inline unsigned __umulhi(unsigned a, unsigned b) {
  return uint64_t(a) * b >> 32;
}
inline int __hadd(int a, int b) { return (int64_t(a) + b) >> 1; }
inline int __rhadd(int a, int b) { return (int64_t(a) + b + 1) >> 1; }
inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned by) {
  return ((uint64_t(high) << 32 | low) << (by & 31)) >> 32;
}
inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned by) {
  return (uint64_t(high) << 32 | low) >> (by & 31);
}
inline unsigned __byte_perm(unsigned a, unsigned b, unsigned digits) {
  unsigned out = 0;
  for (unsigned i = 0; i < 4; ++i)
    out |= unsigned((uint64_t(b) << 32 | a) >> 8 * (digits >> 4 * i & 7) & 255)
           << 8 * i;
  return out;
}

/// `pc`: what stands for the instruction; op: 'l', 's' or 'a'.
void native_record(void *pc, const void *address, unsigned bytes, char op);
void native_enter();
void native_iterate();
void native_leave();
void native_yield();
/// The value that lane `from` of the wave gives; the own one beyond the wave.
unsigned native_exchange(unsigned value, int from);
int native_lane();
/// Runs `call(kernel)` for each thread.
void native_launch(dim3 grid, dim3 block, void (*call)(void *), void *kernel);
template <typename F> void native_run(dim3 grid, dim3 block, F kernel) {
  native_launch(
      grid, block, [](void *f) { (*static_cast<F *>(f))(); }, &kernel);
}
void native_kernel(const char *name,
                   void (*launch)(unsigned *, const unsigned *, int), int m);

#define __syncthreads() native_yield()
#define __syncwarp() native_yield()
inline unsigned __shfl_xor_sync(unsigned, unsigned value, int mask) {
  return native_exchange(value, native_lane() ^ mask);
}
inline unsigned __shfl_down_sync(unsigned, unsigned value, int by) {
  return native_exchange(value, native_lane() + by);
}
inline unsigned __shfl_sync(unsigned, unsigned value, int from) {
  return native_exchange(value, from);
}

#define NATIVE_ATOMIC(Name, Expression)                                        \
  template <typename T, typename V> UNSEEN T Name(T *at, V given) {            \
    native_record(__builtin_return_address(0), at, sizeof(T), 'a');            \
    T old = *at, value = T(given);                                             \
    *at = (Expression);                                                        \
    return old;                                                                \
  }
NATIVE_ATOMIC(atomicAdd, T(unsigned(old) + unsigned(value)))
NATIVE_ATOMIC(atomicOr, old | value)
NATIVE_ATOMIC(atomicXor, old ^ value)
NATIVE_ATOMIC(atomicMax, old > value ? old : value)
NATIVE_ATOMIC(atomicMin, old < value ? old : value)
