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
template <class T> struct __element {
  using type = T;
};
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
template <class Use, int M, int N, int K> struct __shape;
template <int M, int N, int K> struct __shape<matrix_a, M, N, K> {
  static constexpr int role = 0, elements = M * K / 32;
};
template <int M, int N, int K> struct __shape<matrix_b, M, N, K> {
  static constexpr int role = 1, elements = K * N / 32;
};
template <int M, int N, int K> struct __shape<accumulator, M, N, K> {
  static constexpr int role = 2, elements = M * N / 32;
};

template <class Use, int M, int N, int K, class T, class Layout = void>
struct fragment {
  using element_type = typename __element<T>::type;
  using storage_element_type = element_type;
  static constexpr int num_elements = __shape<Use, M, N, K>::elements;
  static constexpr int num_storage_elements = num_elements;
  element_type x[num_elements];
};

template <class> struct __columns {
  static constexpr bool value = false;
};
template <> struct __columns<col_major> {
  static constexpr bool value = true;
};

template <class Use, int M, int N, int K, class T, class Layout, class V>
__device__ inline void fill_fragment(fragment<Use, M, N, K, T, Layout> &f,
                                     const V &value) {
  for (auto &element : f.x)
    element = value;
}
template <class Use, int M, int N, int K, class T, class Layout, class E>
__device__ inline void load_matrix_sync(fragment<Use, M, N, K, T, Layout> &f,
                                        const E *p, unsigned pitch) {
  __bankfix_wmma_load(f.x, __shape<Use, M, N, K>::role, M, N, K,
                      __columns<Layout>::value, sizeof(E), p, pitch);
}
template <int M, int N, int K, class T, class E>
__device__ inline void load_matrix_sync(fragment<accumulator, M, N, K, T> &f,
                                        const E *p, unsigned pitch,
                                        layout_t layout) {
  __bankfix_wmma_load(f.x, 2, M, N, K, layout == mem_col_major, sizeof(E), p,
                      pitch);
}
template <int M, int N, int K, class T, class E>
__device__ inline void
store_matrix_sync(E *p, const fragment<accumulator, M, N, K, T> &f,
                  unsigned pitch, layout_t layout) {
  __bankfix_wmma_store(p, f.x, M, N, K, layout == mem_col_major, sizeof(E),
                       pitch);
}

// D = A * B + C, over the whole warp.
template <class D, class A, class B, class C>
__device__ void __bankfix_wmma(D &d, const A &a, const B &b, const C &c);
template <int M, int N, int K, class D, class A, class LA, class B, class LB,
          class C>
__device__ inline void mma_sync(fragment<accumulator, M, N, K, D> &d,
                                const fragment<matrix_a, M, N, K, A, LA> &a,
                                const fragment<matrix_b, M, N, K, B, LB> &b,
                                const fragment<accumulator, M, N, K, C> &c,
                                bool saturate = false) {
  __bankfix_wmma(d, a, b, c);
}
template <int M, int N, int K, class D, class A, class LA, class B, class LB,
          class C>
__device__ inline void
bmma_sync(fragment<accumulator, M, N, K, D> &d,
          const fragment<matrix_a, M, N, K, A, LA> &a,
          const fragment<matrix_b, M, N, K, B, LB> &b,
          const fragment<accumulator, M, N, K, C> &c,
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
