// pad-struct: an odd number of words for every element of a structure's array.

// RUN: %exits 1 %bankfix check --verbose --strategy=pad-struct %s | FileCheck %s
// RUN: %bankfix --verbose --strategy=pad-struct %s -o %t.cu > %t.log
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix --verbose --strategy=pad-struct %t.cu -o %t.again.cu > %t.log
// RUN: cmp %t.cu %t.again.cu

struct Body {
  float x, y, z, mass;
};

// FIXED:      typedef struct __attribute__((aligned(4))) bankfix_Body_20 {
// FIXED-NEXT:   Body v; unsigned pad;
// FIXED-NEXT: } bankfix_Body_20;
__global__ void members(const Body *in, float *out) {
  // FIXED: __shared__ bankfix_Body_20 bodies[64];
  __shared__ Body bodies[64];
  // FIXED: bodies[threadIdx.x].v = in[threadIdx.x];
  bodies[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  // CHECK: warning: load of 'bodies[threadIdx.x ^ 1].mass' has 4-way
  // FIXED: = bodies[threadIdx.x ^ 1].v.mass * bodies[0].v.x;
  out[threadIdx.x] = bodies[threadIdx.x ^ 1].mass * bodies[0].x;
  // CHECK: note: 'Body bodies[64] -> bankfix_Body_20 bodies[64]' (pad-struct) leaves
}

// FIXED:      typedef struct __attribute__((packed, aligned(4))) bankfix_float2_12 {
// FIXED-NEXT:   float2 v; unsigned pad;
// FIXED-NEXT: } bankfix_float2_12;
__global__ void pairs(const float2 *in, float *out) {
  // FIXED: __shared__ bankfix_float2_12 a[64];
  __shared__ float2 a[64];
  // FIXED: a[threadIdx.x].v.x = in[threadIdx.x].x;
  a[threadIdx.x].x = in[threadIdx.x].x;
  // FIXED: a[threadIdx.x].v.y += in[threadIdx.x].y;
  a[threadIdx.x].y += in[threadIdx.x].y;
  __syncthreads();
  out[threadIdx.x] = a[63 - threadIdx.x].x;
}

// Refused: whole vectors have no conflicts, and split they are no fewer.
__global__ void whole(float4 *out) {
  // FIXED: __shared__ float4 w[256];
  __shared__ float4 w[256];
  // CHECK: note: no fix of 'w' by pad-struct: no such layout lowers its wavefronts
  w[threadIdx.x * 4 % 256] = out[0];
}

// Refused: there is an odd number of words already.
__global__ void odd(float3 *out) {
  __shared__ float3 o[64];
  // CHECK: note: no fix of 'o' by pad-struct: its elements of 12 bytes are not an even number of words
  o[threadIdx.x * 32 % 64].x = out[0].x;
}

void launch(const Body *bodies, const float2 *in, float *out, float4 *v,
            float3 *o) {
  members<<<1, 64>>>(bodies, out);
  pairs<<<1, 64>>>(in, out);
  whole<<<1, 64>>>(v);
  odd<<<1, 64>>>(o);
}
