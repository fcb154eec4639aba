// Math functions in their C and C++ forms, for both sides, where the file
// includes nothing.

#define CHECK(VALUE, TYPE)                                                     \
  static_assert(__is_same(decltype(VALUE), TYPE), "type of " #VALUE)

#define BOTH_SIDES(f, d, i, l)                                                 \
  CHECK(sin(f), float);                                                        \
  CHECK(sin(d), double);                                                       \
  CHECK(sqrt(i), double);                                                      \
  CHECK(std::sqrt(f), float);                                                  \
  CHECK(pow(f, f), float);                                                     \
  CHECK(pow(f, i), double);                                                    \
  CHECK(std::pow(d, i), double);                                               \
  CHECK(fmax(f, d), double);                                                   \
  CHECK(fmin(f, f), float);                                                    \
  CHECK(abs(f), float);                                                        \
  CHECK(abs(i), int);                                                          \
  CHECK(std::abs(l), long);                                                    \
  CHECK(fma(f, f, f), float);                                                  \
  CHECK(lround(f), long);                                                      \
  CHECK(isnan(f), bool);                                                       \
  CHECK(rsqrt(f), float);                                                      \
  CHECK(rsqrtf(f), float);                                                     \
  CHECK(expf(d), float);                                                       \
  CHECK(min(i, i), int);                                                       \
  CHECK(max(i, 1u), unsigned);                                                 \
  CHECK(max(f, d), double);                                                    \
  CHECK(min(l, l), long);                                                      \
  f = sinf(f) + cosf(f) + floor(f) + ceil(d) + round(f) + exp2f(f) + log(f);   \
  f += fmodf(f, 2.0f) + atan2(d, d) + hypot(f, f) + cbrt(d) + erf(f);          \
  f += frexp(f, &i) + ldexp(d, 3) + modf(f, &f) + copysignf(f, -1.0f);         \
  sincos(d, &d, &d);                                                           \
  sincosf(f, &f, &f);

__global__ void device_side(float f, double d, int i, long l) {
  BOTH_SIDES(f, d, i, l)
  f = __expf(f) + __sinf(f) + __fdividef(f, 2.0f) + __fmul_rn(f, f) +
      __powf(f, 2.0f) + __saturatef(f) + __frcp_rn(f) + __fsqrt_rn(f);
  d = __dadd_rn(d, d) + __hiloint2double(i, i) + __longlong_as_double(l);
  i = __float2int_rn(f) + __double2int_rz(d) + __float_as_int(f);
  f = __int2float_rn(i) + __int_as_float(i) + __double2float_rn(d);
}

void host_side(float f, double d, int i, long l) { BOTH_SIDES(f, d, i, l) }
