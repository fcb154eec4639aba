// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrix fragments of a warp. Loads, stores and products end in hooks, since
// which lane holds which element is not specified.

#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>

extern "C" __device__ void __bankfix_wmma_load(void *fragment, int role, int m,
                                               int n, int k, bool columns,
                                               int bytes, const void *p,
                                               unsigned pitch);
extern "C" __device__ void __bankfix_wmma_store(void *p, const void *fragment,
                                                int m, int n, int k,
                                                bool columns, int bytes,
                                                unsigned pitch);

namespace nvcuda {
namespace wmma {

struct row_major {};
struct col_major {};
struct matrix_a {};
struct matrix_b {};
struct accumulator {};
enum layout_t { mem_row_major, mem_col_major };

namespace precision {
struct tf32 {};
struct u4 {};
struct s4 {};
struct b1 {};
} // namespace precision
namespace experimental {
namespace precision {
using namespace wmma::precision;
}
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
} // namespace experimental

// What one element of a fragment is stored as.
template <class __T> struct __element { using type = __T; };
template <> struct __element<precision::tf32> {
  using type = float;
};
template <> struct __element<precision::u4> {
  using type = unsigned;
};
template <> struct __element<precision::s4> {
  using type = int;
};
template <> struct __element<precision::b1> {
  using type = unsigned;
};

// The matrix's share of one lane: rows x columns / 32.
template <class Use, int __M, int __N, int __K> struct __shape;
template <int __M, int __N, int __K> struct __shape<matrix_a, __M, __N, __K> {
  static constexpr int role = 0, elements = __M * __K / 32;
};
template <int __M, int __N, int __K> struct __shape<matrix_b, __M, __N, __K> {
  static constexpr int role = 1, elements = __K * __N / 32;
};
template <int __M, int __N, int __K>
struct __shape<accumulator, __M, __N, __K> {
  static constexpr int role = 2, elements = __M * __N / 32;
};

template <class Use, int __M, int __N, int __K, class __T, class Layout = void>
struct fragment {
  using element_type = typename __element<__T>::type;
  using storage_element_type = element_type;
  static constexpr int num_elements = __shape<Use, __M, __N, __K>::elements;
  static constexpr int num_storage_elements = num_elements;
  element_type x[num_elements];
};

template <class> struct __columns {
  static constexpr bool value = false;
};
template <> struct __columns<col_major> {
  static constexpr bool value = true;
};

template <class Use, int __M, int __N, int __K, class __T, class Layout,
          class __V>
__device__ inline void
fill_fragment(fragment<Use, __M, __N, __K, __T, Layout> &f, const __V &value) {
  for (auto &element : f.x)
    element = value;
}
template <class Use, int __M, int __N, int __K, class __T, class Layout,
          class __E>
__device__ inline void
load_matrix_sync(fragment<Use, __M, __N, __K, __T, Layout> &f, const __E *p,
                 unsigned pitch) {
  __bankfix_wmma_load(f.x, __shape<Use, __M, __N, __K>::role, __M, __N, __K,
                      __columns<Layout>::value, sizeof(__E), p, pitch);
}
template <int __M, int __N, int __K, class __T, class __E>
__device__ inline void
load_matrix_sync(fragment<accumulator, __M, __N, __K, __T> &f, const __E *p,
                 unsigned pitch, layout_t layout) {
  __bankfix_wmma_load(f.x, 2, __M, __N, __K, layout == mem_col_major,
                      sizeof(__E), p, pitch);
}
template <int __M, int __N, int __K, class __T, class __E>
__device__ inline void
store_matrix_sync(__E *p, const fragment<accumulator, __M, __N, __K, __T> &f,
                  unsigned pitch, layout_t layout) {
  __bankfix_wmma_store(p, f.x, __M, __N, __K, layout == mem_col_major,
                       sizeof(__E), pitch);
}

// D = A * B + C, over the whole warp.
template <class __D, class __A, class __B, class __C>
__device__ void __bankfix_wmma(__D &d, const __A &a, const __B &b,
                               const __C &c);
template <int __M, int __N, int __K, class __D, class __A, class LA, class __B,
          class LB, class __C>
__device__ inline void
mma_sync(fragment<accumulator, __M, __N, __K, __D> &d,
         const fragment<matrix_a, __M, __N, __K, __A, LA> &a,
         const fragment<matrix_b, __M, __N, __K, __B, LB> &b,
         const fragment<accumulator, __M, __N, __K, __C> &c,
         bool saturate = false) {
  __bankfix_wmma(d, a, b, c);
}
template <int __M, int __N, int __K, class __D, class __A, class LA, class __B,
          class LB, class __C>
__device__ inline void
bmma_sync(fragment<accumulator, __M, __N, __K, __D> &d,
          const fragment<matrix_a, __M, __N, __K, __A, LA> &a,
          const fragment<matrix_b, __M, __N, __K, __B, LB> &b,
          const fragment<accumulator, __M, __N, __K, __C> &c,
          experimental::bmmaBitOp = experimental::bmmaBitOpXOR,
          experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC) {
  __bankfix_wmma(d, a, b, c);
}

__device__ inline float __float_to_tf32(float x) {
  return __builtin_bit_cast(float, (__builtin_bit_cast(unsigned, x) + 0x1000u) &
                                       0xffffe000u);
}

} // namespace wmma
} // namespace nvcuda

using nvcuda::wmma::__float_to_tf32;
