// Lanes that are active from barrier to barrier: of the up-sweep of a prefix sum
// only every second one is left at each level.

// RUN: %exits 1 %bankfix check --target=gfx942 --statistics %s 2>/dev/null | FileCheck %s
// RUN: %exits 1 %bankfix check --target=gfx942 --format=json %s | %validate
// RUN: %exits 1 %bankfix check --target=gfx942 --format=json %s | FileCheck %s --check-prefix=JSON

// CHECK: statistics.cu:[[#@LINE+4]]: 'scan' with blocks of 256 threads, waves of 64 lanes, from barrier to barrier:
// CHECK-NEXT: lines times requests active lanes waves efficiency
// CHECK-NEXT: [[#@LINE+5]]-[[#@LINE+6]] 1 8 256 4 100.0 %
// CHECK-NEXT: [[#@LINE+10]] 9 39 511 13 61.4 %
__global__ void scan(float *out, const float *in) {
  __shared__ float temp[512];
  int tid = threadIdx.x, offset = 1;
  temp[2 * tid] = in[2 * tid];
  temp[2 * tid + 1] = in[2 * tid + 1];
  for (int d = 512 >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (tid < d) {
      int ai = offset * (2 * tid + 1) - 1, bi = offset * (2 * tid + 2) - 1;
      temp[bi] += temp[ai];
    }
    offset *= 2;
  }
  __syncthreads();
  out[2 * tid] = temp[2 * tid];
  out[2 * tid + 1] = temp[2 * tid + 1];
}
// CHECK-NEXT: lanes in waves: 256 in 4, 128 in 2, 64 in 1, 32 in 1, 16 in 1, 8 in 1, 4 in 1, 2 in 1, 1 in 1
// CHECK-NEXT: [[#@LINE-4]]-[[#@LINE-3]] 1 8 256 4 100.0 %

// JSON: "intervals": [
// JSON: "times": 9,
// JSON-NEXT: "requests": 39,
// JSON-NEXT: "lanes": 511,
// JSON-NEXT: "waves": 13,
// JSON-NEXT: "efficiency": 0.614

void launch(float *out, float *in) { scan<<<1, 256>>>(out, in); }
