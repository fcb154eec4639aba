// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of the C library that hosts call between those that matter: which
// pointers they only read decides what is known behind them. (C17, 7.4, 7.12,
// 7.21, 7.22, 7.27; POSIX.)

#pragma once
#pragma clang system_header

#include "bankfix_opencl_host.h"

#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define EOF (-1)
#define PATH_MAX 4096
#define CHAR_BIT 8
#define SHRT_MAX 32767
#define INT_MAX 2147483647
#define INT_MIN (-INT_MAX - 1)
#define UINT_MAX 4294967295u
#define FLT_MAX __FLT_MAX__
#define FLT_MIN __FLT_MIN__
#define FLT_EPSILON __FLT_EPSILON__
#define DBL_MAX __DBL_MAX__
#define DBL_MIN __DBL_MIN__
#define DBL_EPSILON __DBL_EPSILON__
#define M_PI 3.14159265358979323846
#define va_start(List, Last) __builtin_va_start(List, Last)
#define va_arg(List, Type) __builtin_va_arg(List, Type)
#define va_end(List) __builtin_va_end(List)

typedef long time_t;
typedef long clock_t;
typedef long ssize_t;
struct tm;
struct timeval {
  time_t tv_sec;
  long tv_usec;
};
struct timespec {
  time_t tv_sec;
  long tv_nsec;
};

#ifdef __cplusplus
extern "C" {
#endif
double sqrt(double);
double fabs(double);
double pow(double, double);
double exp(double);
double exp2(double);
double log(double);
double log2(double);
double log10(double);
double sin(double);
double cos(double);
double tan(double);
double atan2(double, double);
double floor(double);
double ceil(double);
double fmod(double, double);
double fmin(double, double);
double fmax(double, double);
float sqrtf(float);
float fabsf(float);
float powf(float, float);
float expf(float);
float exp2f(float);
float logf(float);
float log2f(float);
float sinf(float);
float cosf(float);
float floorf(float);
float ceilf(float);
float fmodf(float, float);
float fminf(float, float);
float fmaxf(float, float);
int abs(int);
long labs(long);
extern const int RAND_MAX;
extern const clock_t CLOCKS_PER_SEC;
int rand(void);
void srand(unsigned);
double atof(const char *);
long atol(const char *);
long strtol(const char *, char **, int);
unsigned long strtoul(const char *, char **, int);
double strtod(const char *, char **);
char *getenv(const char *);
int system(const char *);
time_t time(time_t *);
clock_t clock(void);
double difftime(time_t, time_t);
int sscanf(const char *, const char *, ...);
int fscanf(FILE *, const char *, ...);
int scanf(const char *, ...);
size_t fwrite(const void *, size_t, size_t, FILE *);
int fflush(FILE *);
int fputs(const char *, FILE *);
int fputc(int, FILE *);
int putchar(int);
int getchar(void);
char *fgets(char *, int, FILE *);
int feof(FILE *);
int ferror(FILE *);
void perror(const char *);
int remove(const char *);
int tolower(int);
int toupper(int);
int isdigit(int);
int isalpha(int);
int isalnum(int);
int isspace(int);
int gettimeofday(struct timeval *, void *);
int clock_gettime(int, struct timespec *);
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
char *getcwd(char *, size_t);
ssize_t readlink(const char *, char *, size_t);
unsigned sleep(unsigned);
int usleep(unsigned);
int access(const char *, int);
void *memalign(size_t, size_t);
int posix_memalign(void **, size_t, size_t);
void *aligned_alloc(size_t, size_t);
void *memmove(void *, const void *, size_t);
char *strchr(const char *, int);
char *strrchr(const char *, int);
char *strdup(const char *);
char *strerror(int);
int strcasecmp(const char *, const char *);
#ifdef __cplusplus
} // extern "C"
namespace std {
using ::abs;
using ::atof;
using ::atoi;
using ::ceil;
using ::clock;
using ::cos;
using ::exit;
using ::exp;
using ::fabs;
using ::fclose;
using ::floor;
using ::fopen;
using ::fprintf;
using ::fread;
using ::free;
using ::fwrite;
using ::getenv;
using ::log;
using ::malloc;
using ::memcmp;
using ::memcpy;
using ::memset;
using ::pow;
using ::printf;
using ::rand;
using ::sin;
using ::snprintf;
using ::sprintf;
using ::sqrt;
using ::srand;
using ::strcmp;
using ::strlen;
using ::strncmp;
using ::time;
using ::tolower;
using ::toupper;
} // namespace std
#endif
