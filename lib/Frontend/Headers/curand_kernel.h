// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random numbers in device code: the states and the functions that draw from
// them. One small generator (a 64-bit counter, mixed) stands for all.

#pragma once

#include <curand.h>

struct curandStateXORWOW {
  unsigned long long seed, position;
};
struct curandStateMRG32k3a : curandStateXORWOW {};
struct curandStatePhilox4_32_10 : curandStateXORWOW {};
struct curandStateScrambledSobol32 : curandStateXORWOW {};
struct curandStateSobol32 : curandStateXORWOW {};
struct curandStateSobol64 : curandStateXORWOW {};
struct curandStateScrambledSobol64 : curandStateXORWOW {};
struct curandStateMtgp32 : curandStateXORWOW {};
typedef struct curandStateXORWOW curandStateXORWOW_t;
typedef struct curandStateXORWOW curandState_t;
typedef struct curandStateXORWOW curandState;
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef struct curandStateSobol32 curandStateSobol32_t;
typedef struct curandStateScrambledSobol32 curandStateScrambledSobol32_t;
typedef struct curandStateSobol64 curandStateSobol64_t;
typedef struct curandStateScrambledSobol64 curandStateScrambledSobol64_t;
typedef struct curandStateMtgp32 curandStateMtgp32_t;

#define __BANKFIX_D __device__ inline
__BANKFIX_D void curand_init(unsigned long long seed,
                             unsigned long long sequence,
                             unsigned long long offset,
                             curandStateXORWOW *state) {
  state->seed = seed * 0x9e3779b97f4a7c15ull + sequence;
  state->position = offset;
}
__BANKFIX_D void curand_init(unsigned *, unsigned offset,
                             curandStateSobol32 *state) {
  curand_init(0, 0, offset, static_cast<curandStateXORWOW *>(state));
}
__BANKFIX_D void curand_init(unsigned long long *, unsigned offset,
                             curandStateSobol64 *state) {
  curand_init(0, 0, offset, static_cast<curandStateXORWOW *>(state));
}
__BANKFIX_D unsigned curand(curandStateXORWOW *state) {
  unsigned long long x =
      (state->seed ^ ++state->position * 0xbf58476d1ce4e5b9ull) *
      0x94d049bb133111ebull;
  return static_cast<unsigned>((x ^ x >> 29) >> 16);
}
__BANKFIX_D uint4 curand4(curandStateXORWOW *state) {
  return uint4{curand(state), curand(state), curand(state), curand(state)};
}
// In (0, 1].
__BANKFIX_D float curand_uniform(curandStateXORWOW *state) {
  return (curand(state) + 1.0f) * 2.3283064e-10f;
}
__BANKFIX_D double curand_uniform_double(curandStateXORWOW *state) {
  return (curand(state) + 1.0) * 2.3283064365386963e-10;
}
__BANKFIX_D float4 curand_uniform4(curandStateXORWOW *state) {
  return float4{curand_uniform(state), curand_uniform(state),
                curand_uniform(state), curand_uniform(state)};
}
__BANKFIX_D double2 curand_uniform2_double(curandStateXORWOW *state) {
  return double2{curand_uniform_double(state), curand_uniform_double(state)};
}
__BANKFIX_D float2 curand_normal2(curandStateXORWOW *state) {
  float radius = sqrtf(-2.0f * logf(curand_uniform(state)));
  float angle = 6.2831853f * curand_uniform(state);
  return float2{radius * cosf(angle), radius * sinf(angle)};
}
__BANKFIX_D float curand_normal(curandStateXORWOW *state) {
  return curand_normal2(state).x;
}
__BANKFIX_D float4 curand_normal4(curandStateXORWOW *state) {
  float2 a = curand_normal2(state), b = curand_normal2(state);
  return float4{a.x, a.y, b.x, b.y};
}
__BANKFIX_D double curand_normal_double(curandStateXORWOW *state) {
  return curand_normal(state);
}
__BANKFIX_D double2 curand_normal2_double(curandStateXORWOW *state) {
  float2 pair = curand_normal2(state);
  return double2{pair.x, pair.y};
}
__BANKFIX_D float curand_log_normal(curandStateXORWOW *state, float mean,
                                    float deviation) {
  return expf(mean + deviation * curand_normal(state));
}
__BANKFIX_D unsigned curand_poisson(curandStateXORWOW *state, double lambda) {
  unsigned count = 0;
  for (double p = exp(-lambda), product = curand_uniform_double(state);
       product > p; product *= curand_uniform_double(state))
    ++count;
  return count;
}
__BANKFIX_D void skipahead(unsigned long long n, curandStateXORWOW *state) {
  state->position += n;
}
#undef __BANKFIX_D
