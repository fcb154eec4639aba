// A build may give a macro a value that has an operator and no parentheses: it
// is another number beside `*` than beside `=`. Such a build does not compile.
//
// RUN: %bankfix --objective=wavefronts %s -o %t.cu > %t.log
// RUN: %code %t.cu | FileCheck %s
// RUN: %bankfix --objective=wavefronts %t.cu -o - | cmp - %t.cu
// RUN: %clang-device -DPITCH=64 -DPLAIN=64 -DZERO=0 %t.cu
// RUN: %clang-device "-DPITCH=(8 + 8)" "-DPLAIN=8 + 8" -DZERO=-0 %t.cu
// RUN: not %clang-device "-DPITCH=8 + 8" %t.cu 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not %clang-device "-DPITCH=4 * 4" %t.cu 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not %clang-device "-DPITCH=32 / 2" %t.cu 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not %clang-device "-DPITCH=16 %% 24" %t.cu 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not %clang-device "-DPITCH=16 | 0" %t.cu 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not %clang-device "-DPITCH=1 ? 16 : 0" %t.cu 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not %clang-device "-DZERO=0 - 0" %t.cu 2>&1 | FileCheck %s --check-prefix=OTHER

#ifndef PITCH
#define PITCH 16
#endif
#ifndef PLAIN
#define PLAIN 16
#endif
#ifndef ZERO
#define ZERO 0
#endif

// CHECK: [(PITCH) + 2];
// CHECK-NEXT: static_assert(((PITCH) == {{.*}}) && (9999 / PITCH * 3) == 9999 / (PITCH) * 3, "bankfix: the layout of 'joined' is proved for these values alone");
// OTHER: bankfix: the layout of '{{joined|moved}}' is proved for these values alone
__global__ void joins(float *out) {
  __shared__ float joined[16][PITCH];
  joined[threadIdx.x][threadIdx.y] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 16 + threadIdx.x] =
      joined[threadIdx.x][threadIdx.y + 48 - PITCH - (48 - PITCH)];
}

// Where it is an operand of nothing, any value is one.
// CHECK: [(PLAIN) + 2];
// CHECK-NEXT: static_assert((PLAIN) == {{[^&]*}}, "bankfix: the layout of 'alone' is proved for these values alone");
__global__ void isAlone(float *out) {
  __shared__ float alone[16][PLAIN];
  int pitch = PLAIN;
  alone[threadIdx.x][threadIdx.y] = out[max(pitch, PLAIN)];
  __syncthreads();
  out[threadIdx.y * 16 + threadIdx.x] = alone[threadIdx.x][threadIdx.y];
}

// Zero divides nothing.
// CHECK: static_assert(((ZERO) == 0 || (ZERO) == 1) && (~ZERO * 3) == ~(ZERO) * 3, "bankfix: the layout of 'moved' is proved for these values alone");
__global__ void isZero(float *out) {
  __shared__ float moved[32][32 + ZERO];
  moved[threadIdx.y][threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = moved[threadIdx.x][threadIdx.y];
}

void launch(float *out) {
  joins<<<1, dim3(16, 16)>>>(out);
  isAlone<<<1, dim3(16, 16)>>>(out);
  isZero<<<1, dim3(32, 32)>>>(out);
}
