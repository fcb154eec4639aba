// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a file may use of the C library without including it, on either side.
// The declarations agree with the library's own headers, which cost as much
// to parse as all of the runtime API: a later declaration may lack noexcept,
// but not add it.

#pragma once

#include <host_defines.h>

#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#if __has_include(<assert.h>)
#include <assert.h>
#endif

extern "C" {
int printf(const char *, ...);
int puts(const char *);
int sprintf(char *, const char *, ...) noexcept;
int snprintf(char *, size_t, const char *, ...) noexcept;
int sscanf(const char *, const char *, ...) noexcept;

void *malloc(size_t) noexcept;
void *calloc(size_t, size_t) noexcept;
void *realloc(void *, size_t) noexcept;
void free(void *) noexcept;
void exit(int) noexcept __attribute__((noreturn));
void abort() noexcept __attribute__((noreturn));
int atoi(const char *) noexcept;
long atol(const char *) noexcept;
double atof(const char *) noexcept;
int rand() noexcept;
void srand(unsigned) noexcept;
char *getenv(const char *) noexcept;

void *memcpy(void *, const void *, size_t) noexcept;
void *memmove(void *, const void *, size_t) noexcept;
void *memset(void *, int, size_t) noexcept;
int memcmp(const void *, const void *, size_t) noexcept;
char *strcpy(char *, const char *) noexcept;
char *strcat(char *, const char *) noexcept;
char *strncpy(char *, const char *, size_t) noexcept;
int strcmp(const char *, const char *) noexcept;
int strncmp(const char *, const char *, size_t) noexcept;
size_t strlen(const char *) noexcept;

long clock() noexcept;
long time(long *) noexcept;

__device__ int printf(const char *, ...);
__device__ int vprintf(const char *, const char *);
__device__ void *malloc(size_t) noexcept;
__device__ void free(void *) noexcept;
__device__ void *memcpy(void *, const void *, size_t) noexcept;
__device__ void *memmove(void *, const void *, size_t) noexcept;
__device__ void *memset(void *, int, size_t) noexcept;
__device__ int memcmp(const void *, const void *, size_t) noexcept;
__device__ long clock() noexcept;
__device__ void __assert_fail(const char *, const char *, unsigned,
                              const char *) noexcept __attribute__((noreturn));
}

namespace std {
using ::free;
using ::malloc;
using ::memcpy;
using ::memmove;
using ::memset;
using ::printf;
} // namespace std

typedef long clock_t;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
#ifndef EXIT_SUCCESS
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#endif
#ifndef RAND_MAX
#define RAND_MAX 2147483647
#endif
