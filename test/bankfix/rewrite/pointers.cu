// An array whose address goes where bankfix does not follow is left alone.

// RUN: %bankfix %s -o %t.cu 2> %t.err | FileCheck %s
// RUN: cmp %s %t.cu

#define FILL(array)                                                            \
  array[threadIdx.y][threadIdx.x] = 1;                                         \
  __syncthreads();                                                             \
  out[threadIdx.x] = array[threadIdx.x][threadIdx.y];

__device__ float first(float *row) { return row[32]; }

__global__ void argument(float *out) {
  // CHECK: note: no fix of 'a' by pad-row: line [[#@LINE+3]]: its address is used in 'first(a[1])', which bankfix does not follow
  __shared__ float a[32][32];
  FILL(a)
  out[0] = first(a[1]);
}

__global__ void rowPointer(float *out) {
  // CHECK: note: no fix of 'b' by pad-row: line [[#@LINE+3]]: its address is used in
  __shared__ float b[32][32];
  FILL(b)
  float *row = b[threadIdx.x];
  out[0] = row[32 + threadIdx.y];
}

__global__ void elementPointer(float *out) {
  // CHECK: note: no fix of 'c' by pad-row: line [[#@LINE+3]]: its address is used in '&c[0][0]', which bankfix does not follow
  __shared__ float c[32][32];
  FILL(c)
  float *flat = &c[0][0];
  out[0] = flat[1023];
}

__global__ void arrayPointer(float *out) {
  // CHECK: note: no fix of 'd' by pad-row: line [[#@LINE+3]]: its address is used in
  __shared__ float d[32][32];
  FILL(d)
  float(*rows)[32] = d;
  out[0] = rows[2][3];
}

__global__ void arithmetic(float *out) {
  // CHECK: note: no fix of 'e' by pad-row: line [[#@LINE+3]]: its address is used in
  __shared__ float e[32][32];
  FILL(e)
  out[0] = *(*(e + threadIdx.x) + threadIdx.y);
}

__global__ void vectorView(float *out) {
  // CHECK: note: no fix of 'f' by pad-row: line [[#@LINE+3]]: its address is used in
  __shared__ float f[32][32];
  FILL(f)
  out[0] = reinterpret_cast<float4 *>(f)[threadIdx.x].x;
}

__global__ void reference(float *out) {
  // CHECK: note: no fix of 'g' by pad-row: line [[#@LINE+3]]: its address is used in
  __shared__ float g[32][32];
  FILL(g)
  float &element = g[threadIdx.x][0];
  out[0] = (&element)[1];
}

__global__ void arrayReference(float *out) {
  // CHECK: note: no fix of 'h' by pad-row: line [[#@LINE+3]]: its address is used in
  __shared__ float h[32][32];
  FILL(h)
  auto &whole = h;
  out[0] = whole[0][33];
}

__global__ void difference(float *out) {
  // CHECK: note: no fix of 'i' by pad-row: line [[#@LINE+3]]: its address is used in
  __shared__ float i[32][32];
  FILL(i)
  out[0] = &i[1][0] - &i[0][0];
}

__global__ void cleared(float *out) {
  // CHECK: note: no fix of 'j' by pad-row: line [[#@LINE+3]]: its address is used in 'memset(j, 0, 4096)', which bankfix does not follow
  __shared__ float j[32][32];
  FILL(j)
  memset(j, 0, 4096);
}

__global__ void chosen(float *out) {
  // CHECK: note: no fix of 'm' by pad-row: line [[#@LINE+3]]: its address is used in
  __shared__ float m[32][32], n[32][32];
  FILL(m)
  out[0] = (threadIdx.x < 7 ? m : n)[0][40];
}

void launch(float *out) {
  dim3 block(32, 32);
  argument<<<1, block>>>(out);
  rowPointer<<<1, block>>>(out);
  elementPointer<<<1, block>>>(out);
  arrayPointer<<<1, block>>>(out);
  arithmetic<<<1, block>>>(out);
  vectorView<<<1, block>>>(out);
  reference<<<1, block>>>(out);
  arrayReference<<<1, block>>>(out);
  difference<<<1, block>>>(out);
  cleared<<<1, block>>>(out);
  chosen<<<1, block>>>(out);
}
