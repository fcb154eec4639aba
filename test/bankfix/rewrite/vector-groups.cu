// An array or a row that is cast to a wider type is indexed in groups of its
// elements, which layouts keep together.

// RUN: %bankfix --strategy=swizzle %s -o %t.cu > %t.log
// RUN: FileCheck %s < %t.log
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix verify --strategy=swizzle %s | FileCheck %s --check-prefix=SAME
// RUN: %bankfix --strategy=swizzle %t.cu -o %t.again.cu
// RUN: diff %t.cu %t.again.cu
// RUN: %bankfix --strategy=index-macro --allow-occupancy-loss %s -o %t.padded.cu
// RUN: %code %t.padded.cu | FileCheck %s --check-prefix=PADDED
// RUN: %clang-device %t.padded.cu
// RUN: %bankfix verify --strategy=index-macro --allow-occupancy-loss %s > %t.verify

// SAME-NOT: {{the fix changes|not compared|not run}}
// SAME-COUNT-5: the same results

__global__ void whole(float *out) {
  // PADDED: float a[BANKFIX_PAD{{[0-9X_]+}}(2048)];
  __shared__ __align__(16) float a[2048];
  for (int i = threadIdx.x; i < 512; i += 32)
    // FIXED: ((float4 *)a)[BANKFIX_SWIZZLE_[[A:[0-9_]+]](4 * i) / 4] = make_float4(i, 1, 2, 3);
    // PADDED: ((float4 *)a)[BANKFIX_PAD{{[0-9X_]+}}(4 * i) / 4] = make_float4(i, 1, 2, 3);
    ((float4 *)a)[i] = make_float4(i, 1, 2, 3);
  __syncthreads();
  // FIXED: float4 v = reinterpret_cast<float4 *>(a)[BANKFIX_SWIZZLE_[[A]](4 * (threadIdx.x * 16)) / 4];
  float4 v = reinterpret_cast<float4 *>(a)[threadIdx.x * 16];
  // FIXED: out[threadIdx.x] = v.x + v.w + a[BANKFIX_SWIZZLE_[[A]](threadIdx.x * 64)] + ((float4 *)a)[BANKFIX_SWIZZLE_[[A]](4 * (threadIdx.x * 16 + 1)) / 4].y;
  out[threadIdx.x] = v.x + v.w + a[threadIdx.x * 64] + ((float4 *)a)[threadIdx.x * 16 + 1].y;
}

// The same elements under another name.
__global__ void alike(unsigned *out) {
  __shared__ float b[1024];
  for (int i = threadIdx.x; i < 1024; i += 32)
    b[i] = i;
  __syncthreads();
  // FIXED: out[threadIdx.x] = ((unsigned *)b)[BANKFIX_SWIZZLE_[[B:[0-9_]+]](threadIdx.x * 32)] + ((volatile float *)b)[BANKFIX_SWIZZLE_[[B]](threadIdx.x * 32 + 1)];
  out[threadIdx.x] = ((unsigned *)b)[threadIdx.x * 32] + ((volatile float *)b)[threadIdx.x * 32 + 1];
}

// Of rows, the column counts groups: as `chunk ^ (row & 7)`.
__global__ void columns(float *out) {
  __shared__ __align__(16) float c[32][32];
  for (int i = threadIdx.x; i < 256; i += 32)
    // FIXED: reinterpret_cast<float4 *>(c[i / 8])[BANKFIX_XOR_[[C:[0-9A-Z_]+]](4 * (i % 8), i / 8) / 4] = make_float4(i, 1, 2, 3);
    reinterpret_cast<float4 *>(c[i / 8])[i % 8] = make_float4(i, 1, 2, 3);
  __syncthreads();
  // FIXED: float4 v = reinterpret_cast<const float4 *>(c[threadIdx.x])[BANKFIX_XOR_[[C]](4 * 2, threadIdx.x) / 4];
  float4 v = reinterpret_cast<const float4 *>(c[threadIdx.x])[2];
  out[threadIdx.x] = v.x + v.w + c[threadIdx.x][1];
}

// An index that changes is evaluated once.
__global__ void stepping(float *out) {
  __shared__ __align__(16) float d[2048];
  int i = threadIdx.x * 16;
  // FIXED: ((float4 *)d)[bankfix_swizzle_[[D:[0-9_]+]](4 * (i++)) / 4] = make_float4(1, 2, 3, 4);
  ((float4 *)d)[i++] = make_float4(1, 2, 3, 4);
  __syncthreads();
  out[threadIdx.x] = d[threadIdx.x * 64 + 1];
}

// Refused: it does not start at a multiple of the wider type.
__global__ void unaligned(float *out) {
  // CHECK: no fix of 'e' by swizzle:
  __shared__ __align__(16) float e[1028];
  for (int i = threadIdx.x; i < 1028; i += 32)
    e[i] = i;
  __syncthreads();
  // FIXED: float2 v = ((float2 *)(e + 2))[threadIdx.x * 16];
  float2 v = ((float2 *)(e + 2))[threadIdx.x * 16];
  out[threadIdx.x] = v.x + v.y;
}

void launch(float *out, unsigned *bits) {
  whole<<<1, 32>>>(out);
  alike<<<1, 32>>>(bits);
  columns<<<1, 32>>>(out);
  stepping<<<1, 32>>>(out);
  unaligned<<<1, 32>>>(out);
}
