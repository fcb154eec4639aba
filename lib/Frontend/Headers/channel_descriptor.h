// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// pitched pointers, positions and extents; channel descriptions.

#pragma once

#include <texture_types.h>

inline cudaPitchedPtr make_cudaPitchedPtr(void *p, size_t pitch, size_t xsize,
                                          size_t ysize) {
  return {p, pitch, xsize, ysize};
}
inline cudaPos make_cudaPos(size_t x, size_t y, size_t z) { return {x, y, z}; }
inline cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) {
  return {width, height, depth};
}

// The channels of an element type: their number, width and kind.
#define __BANKFIX_CHANNELS(__T, __N, KIND)                                     \
  template <> inline cudaChannelFormatDesc cudaCreateChannelDesc<__T>() {      \
    return {8 * sizeof(__T), 0, 0, 0, cudaChannelFormatKind##KIND};            \
  }                                                                            \
  template <> inline cudaChannelFormatDesc cudaCreateChannelDesc<__N##1>() {   \
    return {8 * sizeof(__T), 0, 0, 0, cudaChannelFormatKind##KIND};            \
  }                                                                            \
  template <> inline cudaChannelFormatDesc cudaCreateChannelDesc<__N##2>() {   \
    int b = 8 * sizeof(__T);                                                   \
    return {b, b, 0, 0, cudaChannelFormatKind##KIND};                          \
  }                                                                            \
  template <> inline cudaChannelFormatDesc cudaCreateChannelDesc<__N##4>() {   \
    int b = 8 * sizeof(__T);                                                   \
    return {b, b, b, b, cudaChannelFormatKind##KIND};                          \
  }
__BANKFIX_CHANNELS(signed char, char, Signed)
__BANKFIX_CHANNELS(unsigned char, uchar, Unsigned)
__BANKFIX_CHANNELS(short, short, Signed)
__BANKFIX_CHANNELS(unsigned short, ushort, Unsigned)
__BANKFIX_CHANNELS(int, int, Signed)
__BANKFIX_CHANNELS(unsigned int, uint, Unsigned)
__BANKFIX_CHANNELS(float, float, Float)
#undef __BANKFIX_CHANNELS
template <> inline cudaChannelFormatDesc cudaCreateChannelDesc<char>() {
  return {8, 0, 0, 0, cudaChannelFormatKindSigned};
}
