// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of the C library that device code may call, and that nvcc lets
// every file use without an #include.

#pragma once

#include <host_defines.h>

#include <assert.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

extern "C" {
__device__ int printf(const char *, ...);
__device__ int vprintf(const char *, const char *);
__device__ void *malloc(size_t) noexcept;
__device__ void free(void *) noexcept;
__device__ void *memcpy(void *, const void *, size_t) noexcept;
__device__ void *memmove(void *, const void *, size_t) noexcept;
__device__ void *memset(void *, int, size_t) noexcept;
__device__ int memcmp(const void *, const void *, size_t) noexcept;
__device__ clock_t clock() noexcept;
[[noreturn]] __device__ void __assert_fail(const char *, const char *,
                                           unsigned, const char *) noexcept;
}

namespace std {
using ::free;
using ::malloc;
using ::memcpy;
using ::memmove;
using ::memset;
using ::printf;
} // namespace std
