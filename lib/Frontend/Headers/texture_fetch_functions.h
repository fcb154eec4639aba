// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Texture fetches and surface accesses, by object and by reference. All of
// them end in one hook each, so that whoever runs a kernel defines two
// functions.

#pragma once

#include <texture_types.h>

// Reads or writes `bytes` bytes. `function` is the name the kernel called;
// coordinates it does not have are 0. A reference is known by its address.
extern "C" __device__ void __bankfix_texture(void *result, int bytes,
                                             unsigned long long texture,
                                             const char *function, float x,
                                             float y, float z, float layer,
                                             float level);
extern "C" __device__ void __bankfix_surface(void *value, int bytes,
                                             unsigned long long surface,
                                             const char *function, int x, int y,
                                             int z, int mode);

// What a fetch from texture<T, Type, Mode> returns: T, or as many floats.
template <class __T, int Mode> struct __bankfix_texel { using type = __T; };
#define __BANKFIX_TEXEL(__T, __N)                                              \
  template <> struct __bankfix_texel<__T, 1> { using type = float; };          \
  template <> struct __bankfix_texel<__N##1, 1> { using type = float1; };      \
  template <> struct __bankfix_texel<__N##2, 1> { using type = float2; };      \
  template <> struct __bankfix_texel<__N##4, 1> { using type = float4; };
__BANKFIX_TEXEL(signed char, char)
__BANKFIX_TEXEL(unsigned char, uchar)
__BANKFIX_TEXEL(short, short)
__BANKFIX_TEXEL(unsigned short, ushort)
#undef __BANKFIX_TEXEL
template <> struct __bankfix_texel<char, 1> {
  using type = float;
};

#define __BANKFIX_PARAMETERS(...) __VA_ARGS__
#define __BANKFIX_FETCH(NAME, PARAMETERS, __X, __Y, __Z, LAYER, LEVEL)         \
  template <class __T>                                                         \
  __device__ inline void NAME(__T *result, cudaTextureObject_t t,              \
                              __BANKFIX_PARAMETERS PARAMETERS) {               \
    __bankfix_texture(result, sizeof(__T), t, #NAME, __X, __Y, __Z, LAYER,     \
                      LEVEL);                                                  \
  }                                                                            \
  template <class __T>                                                         \
  __device__ inline __T NAME(cudaTextureObject_t t,                            \
                             __BANKFIX_PARAMETERS PARAMETERS) {                \
    __T result;                                                                \
    __bankfix_texture(&result, sizeof(__T), t, #NAME, __X, __Y, __Z, LAYER,    \
                      LEVEL);                                                  \
    return result;                                                             \
  }                                                                            \
  template <class __T, int Type, enum cudaTextureReadMode Mode>                \
  __device__ inline typename __bankfix_texel<__T, Mode>::type NAME(            \
      const texture<__T, Type, Mode> &t, __BANKFIX_PARAMETERS PARAMETERS) {    \
    typename __bankfix_texel<__T, Mode>::type result;                          \
    __bankfix_texture(&result, sizeof(result),                                 \
                      reinterpret_cast<unsigned long long>(&t), #NAME, __X,    \
                      __Y, __Z, LAYER, LEVEL);                                 \
    return result;                                                             \
  }

__BANKFIX_FETCH(tex1Dfetch, (int x), x, 0, 0, 0, 0)
__BANKFIX_FETCH(tex1D, (float x), x, 0, 0, 0, 0)
__BANKFIX_FETCH(tex2D, (float x, float y), x, y, 0, 0, 0)
__BANKFIX_FETCH(tex3D, (float x, float y, float z), x, y, z, 0, 0)
__BANKFIX_FETCH(texCubemap, (float x, float y, float z), x, y, z, 0, 0)
__BANKFIX_FETCH(tex1DLayered, (float x, int layer), x, 0, 0, layer, 0)
__BANKFIX_FETCH(tex2DLayered, (float x, float y, int layer), x, y, 0, layer, 0)
__BANKFIX_FETCH(texCubemapLayered, (float x, float y, float z, int layer), x, y,
                z, layer, 0)
__BANKFIX_FETCH(tex1DLod, (float x, float level), x, 0, 0, 0, level)
__BANKFIX_FETCH(tex2DLod, (float x, float y, float level), x, y, 0, 0, level)
__BANKFIX_FETCH(tex3DLod, (float x, float y, float z, float level), x, y, z, 0,
                level)
__BANKFIX_FETCH(tex2DLayeredLod, (float x, float y, int layer, float level), x,
                y, 0, layer, level)
__BANKFIX_FETCH(texCubemapLod, (float x, float y, float z, float level), x, y,
                z, 0, level)
__BANKFIX_FETCH(tex2Dgather, (float x, float y, int component = 0), x, y, 0,
                component, 0)
__BANKFIX_FETCH(tex1DGrad, (float x, float, float), x, 0, 0, 0, 0)
__BANKFIX_FETCH(tex2DGrad, (float x, float y, float2, float2), x, y, 0, 0, 0)
__BANKFIX_FETCH(tex3DGrad, (float x, float y, float z, float4, float4), x, y, z,
                0, 0)
#undef __BANKFIX_FETCH

#define __BANKFIX_SURFACE(NAME, PARAMETERS, __X, __Y, __Z)                     \
  template <class __T>                                                         \
  __device__ inline void NAME##read(                                           \
      __T *result, cudaSurfaceObject_t s, __BANKFIX_PARAMETERS PARAMETERS,     \
      enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {              \
    __bankfix_surface(result, sizeof(__T), s, #NAME "read", __X, __Y, __Z,     \
                      mode);                                                   \
  }                                                                            \
  template <class __T>                                                         \
  __device__ inline __T NAME##read(                                            \
      cudaSurfaceObject_t s, __BANKFIX_PARAMETERS PARAMETERS,                  \
      enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {              \
    __T result;                                                                \
    __bankfix_surface(&result, sizeof(__T), s, #NAME "read", __X, __Y, __Z,    \
                      mode);                                                   \
    return result;                                                             \
  }                                                                            \
  template <class __T>                                                         \
  __device__ inline void NAME##write(                                          \
      __T value, cudaSurfaceObject_t s, __BANKFIX_PARAMETERS PARAMETERS,       \
      enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {              \
    __bankfix_surface(&value, sizeof(__T), s, #NAME "write", __X, __Y, __Z,    \
                      mode);                                                   \
  }                                                                            \
  template <class __T, int Type>                                               \
  __device__ inline void NAME##read(__T *result, const surface<void, Type> &s, \
                                    __BANKFIX_PARAMETERS PARAMETERS,           \
                                    enum cudaSurfaceBoundaryMode mode =        \
                                        cudaBoundaryModeTrap) {                \
    __bankfix_surface(result, sizeof(__T),                                     \
                      reinterpret_cast<unsigned long long>(&s), #NAME "read",  \
                      __X, __Y, __Z, mode);                                    \
  }                                                                            \
  template <class __T, int Type>                                               \
  __device__ inline __T NAME##read(                                            \
      const surface<void, Type> &s, __BANKFIX_PARAMETERS PARAMETERS,           \
      enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {              \
    __T result;                                                                \
    __bankfix_surface(&result, sizeof(__T),                                    \
                      reinterpret_cast<unsigned long long>(&s), #NAME "read",  \
                      __X, __Y, __Z, mode);                                    \
    return result;                                                             \
  }                                                                            \
  template <class __T, int Type>                                               \
  __device__ inline void NAME##write(__T value, const surface<void, Type> &s,  \
                                     __BANKFIX_PARAMETERS PARAMETERS,          \
                                     enum cudaSurfaceBoundaryMode mode =       \
                                         cudaBoundaryModeTrap) {               \
    __bankfix_surface(&value, sizeof(__T),                                     \
                      reinterpret_cast<unsigned long long>(&s), #NAME "write", \
                      __X, __Y, __Z, mode);                                    \
  }

__BANKFIX_SURFACE(surf1D, (int x), x, 0, 0)
__BANKFIX_SURFACE(surf2D, (int x, int y), x, y, 0)
__BANKFIX_SURFACE(surf3D, (int x, int y, int z), x, y, z)
__BANKFIX_SURFACE(surf1DLayered, (int x, int layer), x, 0, layer)
__BANKFIX_SURFACE(surf2DLayered, (int x, int y, int layer), x, y, layer)
__BANKFIX_SURFACE(surfCubemap, (int x, int y, int face), x, y, face)
__BANKFIX_SURFACE(surfCubemapLayered, (int x, int y, int layer), x, y, layer)
#undef __BANKFIX_SURFACE
#undef __BANKFIX_PARAMETERS
