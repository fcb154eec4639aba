// What a kernel does wrong ends the program with the kernel's name.
//
// RUN: %exits 2 %bankfix trace %s -- shared 2>&1 | FileCheck %s --check-prefix=SHARED
// RUN: %exits 2 %bankfix trace %s -- global 2>&1 | FileCheck %s --check-prefix=GLOBAL
// RUN: %exits 2 %bankfix trace %s -- barrier 2>&1 | FileCheck %s --check-prefix=BARRIER
// RUN: %exits 2 %bankfix trace --time-limit=2 %s -- hang 2>&1 | FileCheck %s --check-prefix=HANG
// RUN: %exits 2 %bankfix trace %s -- host 2>&1 | FileCheck %s --check-prefix=HOST
#include <cstdio>
#include <cstring>

__global__ void shared(int *p, int n) {
  __shared__ int s[32];
  s[threadIdx.x + n] = 1;
  __syncthreads();
  *p = s[0];
}
__global__ void global(int *p, int n) { p[n] = 1; }
__global__ void barrier(int *p, int n) {
  if (threadIdx.x < n)
    __syncthreads();
  else
    __syncthreads();
  *p = 1;
}
__global__ void hang(volatile int *p) {
  while (*p == 0) {
  }
}

int main(int argc, char **argv) {
  int *p;
  cudaMalloc(&p, 256);
  cudaMemset(p, 0, 256);
  const char *what = argv[1];
  if (!strcmp(what, "shared"))
    shared<<<1, 32>>>(p, 1000);
  if (!strcmp(what, "global"))
    global<<<1, 32>>>(p, 64);
  if (!strcmp(what, "barrier"))
    barrier<<<1, 32>>>(p, 5);
  if (!strcmp(what, "hang"))
    hang<<<1, 1>>>(p);
  if (!strcmp(what, "host"))
    p[64] = 1;
  puts("not reached");
}

// SHARED-NOT: not reached
// SHARED: bankfix: error: kernel 'shared', {{.*}}13: access outside of every shared array: byte 4000 of 's'
// GLOBAL-NOT: not reached
// GLOBAL: bankfix: error: kernel 'global', {{.*}}17: access to memory that is not the kernel's: address 0x
// BARRIER: bankfix: error: kernel 'barrier', {{.*}}22: not all threads of the block reach this barrier: others wait
// HANG: bankfix: error: the program ran for more than 2 seconds
// HOST: segmentation fault in the host's code, at address 0x{{[0-9a-f]+}} (0 bytes behind the end of 256 bytes of device memory)
