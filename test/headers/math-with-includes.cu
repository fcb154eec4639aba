// The C and C++ libraries' own headers may follow, and their overloads agree
// with the declarations that were there before.

#include <algorithm>
#include <assert.h>
#include <cmath>
#include <complex>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <type_traits>
#include <vector>

using namespace std;

#define BOTH_SIDES(f, d, i)                                                    \
  static_assert(is_same<decltype(sin(f)), float>::value, "");                  \
  static_assert(is_same<decltype(std::sqrt(i)), double>::value, "");           \
  static_assert(is_same<decltype(::pow(f, f)), float>::value, "");             \
  static_assert(is_same<decltype(std::abs(f)), float>::value, "");             \
  f = ::sin(f) + std::sin(f) + sqrtf(f) + std::pow(f, 2) + fmaxf(f, 1.0f);     \
  f += std::floor(f) + ::floor(d) + std::fabs(f) + abs(i) + std::abs(f);       \
  i = std::min(i, 3) + min(i, 3) + max(f, f) + isnan(f) + std::isinf(d);

__global__ void device_side(float f, double d, int i) {
  BOTH_SIDES(f, d, i)
  assert(i > 0);
  printf("%d\n", i);
}

void host_side(float f, double d, int i) {
  BOTH_SIDES(f, d, i)
  std::vector<float> values(i, M_PI);
  std::cout << values.size() << ' ' << std::complex<float>(f, d) << '\n';
  fprintf(stderr, "%ld\n", static_cast<long>(clock()));
}
