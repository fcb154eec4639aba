// A dozen instances of a template are run for every block that is likely, the
// others for the likeliest.

// RUN: %exits 1 %bankfix check --format=json %s | %json-lines | FileCheck %s

template <int N> __global__ void k(float *out) {
  __shared__ float s[2048];
  s[threadIdx.x * N % 2048] = N;
  out[threadIdx.x] = s[threadIdx.x];
}

// CHECK: kernel {"name": "k", "instance": "<1>", {{.*}}"block_shapes": {{\[\[256, 1, 1\], \[128, 1, 1\], .*\]\]}}
// CHECK: kernel {"name": "k", "instance": "<12>", {{.*}}"block_shapes": {{\[\[256, 1, 1\], \[128, 1, 1\], .*\]\]}}
// CHECK: kernel {"name": "k", "instance": "<13>", {{.*}}"block_shapes": {{\[\[256, 1, 1\]\]}}
#define INSTANCE(N) template __global__ void k<N>(float *);
INSTANCE(1) INSTANCE(2) INSTANCE(3) INSTANCE(4) INSTANCE(5) INSTANCE(6)
INSTANCE(7) INSTANCE(8) INSTANCE(9) INSTANCE(10) INSTANCE(11) INSTANCE(12)
INSTANCE(13) INSTANCE(14)
