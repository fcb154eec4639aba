// A macro that is defined behind the kernel decides how it is launched. Beside
// the array it would mean nothing, and where the text ends it does.
//
// RUN: %bankfix %s -o %t.cu > %t.out
// RUN: %code %t.cu | FileCheck %s
// RUN: %bankfix check %t.cu
// RUN: %clang-device %t.cu
// RUN: %clang-device -DLANES=16 %t.cu
// RUN: not %clang-device -DLANES=24 %t.cu 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: bankfix: the layout of 't' is proved for these values alone
//
// The last line may lack its end, and CRLF stays.
// RUN: %python -c "import sys; t = open(sys.argv[1], 'rb').read().rstrip(); open(sys.argv[2], 'wb').write(t.replace(b'\n', b'\r\n'))" %s %t.crlf.cu
// RUN: %bankfix -i %t.crlf.cu > %t.out
// RUN: %python -c "import sys; a, b = (open(p, 'rb').read() for p in sys.argv[1:]); sys.exit(a.replace(b'\n', b'\r\n') != b)" %t.cu %t.crlf.cu

// CHECK-LABEL: void column(
__global__ void column(float *out) {
  // CHECK: __shared__ float t[32][33];
  // CHECK-NOT: static_assert
  __shared__ float t[32][32];
  t[threadIdx.x][0] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = t[31 - threadIdx.x][0];
}

#ifndef LANES
#define LANES 32
#endif
void launch(float *out) { column<<<1, LANES>>>(out); }
// CHECK: column<<<1, LANES>>>(out); }
// CHECK: {{^}}static_assert(((LANES) == 8 || (LANES) == 16 || (LANES) == 32 || (LANES) == 64 || (LANES) == 128) && (9999 / LANES * 3) == 9999 / (LANES) * 3, "bankfix: the layout of 't' is proved for these values alone");
