// Line endings, tabs, bytes that are not UTF-8 and a missing last newline stay
// as they are; what is added follows the file.

// RUN: sed -e 's/$/\r/' %s > %t.crlf.cu
// RUN: %bankfix --strategy=pad-row,index-macro %t.crlf.cu -o %t.crlf.out.cu > %t.log 2>&1
// RUN: not grep -qavP "\r$" %t.crlf.out.cu
// RUN: tr -d '\r' < %t.crlf.out.cu > %t.crlf.lf.cu
// RUN: %bankfix --strategy=pad-row,index-macro %s -o %t.out.cu > %t.log 2>&1
// RUN: cmp %t.out.cu %t.crlf.lf.cu
// RUN: %clang-device %t.crlf.out.cu

// RUN: head -c -1 %s > %t.cut.cu
// RUN: %bankfix --strategy=pad-row,index-macro %t.cut.cu -o %t.cut.out.cu > %t.log 2>&1
// RUN: head -c -1 %t.out.cu | cmp - %t.cut.out.cu
// RUN: %clang-device %t.cut.out.cu

// RUN: sed -e 's/^  /\t/' %s > %t.tab.cu
// RUN: %bankfix --strategy=pad-row,index-macro %t.tab.cu -o %t.tab.out.cu > %t.log 2>&1
// RUN: sed -e 's/^  /\t/' %t.out.cu | cmp - %t.tab.out.cu

// RUN: sed -e 's/LATIN/\xe4\xf6\xfc\xff/' %s > %t.latin.cu
// RUN: %bankfix --strategy=pad-row,index-macro %t.latin.cu -o %t.latin.out.cu > %t.log 2>&1
// RUN: sed -e 's/LATIN/\xe4\xf6\xfc\xff/' %t.out.cu | cmp - %t.latin.out.cu

// RUN: %code %t.out.cu | FileCheck %s

__global__ void k(float *out) {
  /* LATIN */
  // CHECK: float s[BANKFIX_PAD32(1024)]; /* LATIN */ float t[32][32];
  __shared__ float s[1024]; /* LATIN */ float t[32][32];
  s[threadIdx.y * 32 + threadIdx.x] = t[0][0] = 1;
  __syncthreads();
  // CHECK: s[BANKFIX_PAD32(threadIdx.x * 32 + threadIdx.y)];
  out[threadIdx.x] = s[threadIdx.x * 32 + threadIdx.y]; /* LATIN */
  // CHECK: __shared__ float u[32][33];
  __shared__ float u[32][32];
  u[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = u[threadIdx.x][threadIdx.y];
}

void launch(float *out) { k<<<1, dim3(32, 32)>>>(out); }
