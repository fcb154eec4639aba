// An array is left alone where a pointer may leave a row, or goes where bankfix
// does not follow.

// RUN: %bankfix --sort=source %s -o %t.cu 2> %t.err | FileCheck %s
// RUN: cmp %s %t.cu

#define FILL(array)                                                            \
  array[threadIdx.y][threadIdx.x] = 1;                                         \
  __syncthreads();                                                             \
  out[threadIdx.x] = array[threadIdx.x][threadIdx.y];

__device__ float first(float *row) { return row[32]; }

__global__ void argument(float *out) {
  // CHECK: note: no fix of 'a' by pad-row: line [[#@LINE-3]]: 'row[32]' has values of subscript 2 outside 0 to 31
  __shared__ float a[32][32];
  FILL(a)
  out[0] = first(a[1]);
}

__global__ void rowPointer(float *out) {
  // CHECK: note: no fix of 'b' by pad-row: line [[#@LINE+4]]: 'row[32 + threadIdx.y]' has values of subscript 2 outside 0 to 31
  __shared__ float b[32][32];
  FILL(b)
  float *row = b[threadIdx.x];
  out[0] = row[32 + threadIdx.y];
}

__global__ void elementPointer(float *out) {
  // CHECK: note: no fix of 'c' by pad-row: line [[#@LINE+4]]: 'flat[1023]' has values of subscript 2 outside 0 to 31
  __shared__ float c[32][32];
  FILL(c)
  float *flat = &c[0][0];
  out[0] = flat[1023];
}

__global__ void arrayPointer(float *out) {
  // CHECK: note: no fix of 'd' by pad-row: line [[#@LINE+4]]: 'rows[2][33]' has values of subscript 2 outside 0 to 31
  __shared__ float d[32][32];
  FILL(d)
  float(*rows)[32] = d;
  out[0] = rows[2][33];
}

__global__ void arithmetic(float *out) {
  // CHECK: note: no fix of 'e' by pad-row: line [[#@LINE+3]]: '*(*(e + threadIdx.x) + threadIdx.y + 1)' has values of subscript 2 outside 0 to 31
  __shared__ float e[32][32];
  FILL(e)
  out[0] = *(*(e + threadIdx.x) + threadIdx.y + 1);
}

__global__ void vectorView(float *out) {
  // CHECK: note: no fix of 'f' by pad-row: line [[#@LINE+3]]: 'reinterpret_cast<float4 *>(f)[threadIdx.x].x' has values of subscript 2 outside 0 to 31
  __shared__ float f[32][32];
  FILL(f)
  out[0] = reinterpret_cast<float4 *>(f)[threadIdx.x].x;
}

__global__ void reference(float *out) {
  // CHECK: note: no fix of 'g' by pad-row: line [[#@LINE+4]]: '(&element)[32]' has values of subscript 2 outside 0 to 31
  __shared__ float g[32][32];
  FILL(g)
  float &element = g[threadIdx.x][0];
  out[0] = (&element)[32];
}

__global__ void arrayReference(float *out) {
  // CHECK: note: no fix of 'h' by pad-row: line [[#@LINE+4]]: 'whole[0][33]' has values of subscript 2 outside 0 to 31
  __shared__ float h[32][32];
  FILL(h)
  auto &whole = h;
  out[0] = whole[0][33];
}

__global__ void difference(float *out) {
  // CHECK: note: no fix of 'i' by pad-row: line [[#@LINE+3]]: '&i[1][0] - &i[0][0]' depends on addresses in it
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
  // CHECK: note: no fix of 'm' by pad-row: line [[#@LINE+3]]: '(threadIdx.x < 7 ? m : n)[0][4]' leads the lanes of one request to several arrays, so
  __shared__ float m[32][32], n[32][32];
  FILL(m)
  out[0] = (threadIdx.x < 7 ? m : n)[0][4];
}

__global__ void bounded(float *out) {
  // CHECK: note: no fix of 'o' by pad-row: line [[#@LINE+3]]: 'p < &o[1][0]' depends on addresses in it
  __shared__ float o[32][32];
  FILL(o)
  for (float *p = o[0]; p < &o[1][0]; ++p)
    out[0] += *p;
}

// How often it moves is not known.
__global__ void counted(float *out, int n) {
  // CHECK: note: no fix of 'p' by pad-row: line [[#@LINE+5]]: '*at++' is not proved to keep subscript 2 within 0 to 31
  __shared__ float p[32][32];
  FILL(p)
  float *at = p[threadIdx.x];
  for (int i = 0; i < n; ++i)
    out[0] += *at++;
}

__global__ void number(float *out) {
  // CHECK: note: no fix of 'q' by pad-row: line [[#@LINE+3]]: its address is used in
  __shared__ float q[32][32];
  FILL(q)
  out[0] = reinterpret_cast<size_t>(&q[1][0]);
}

__global__ void stored(float *out, float **to) {
  // CHECK: note: no fix of 'r' by pad-row: line [[#@LINE+3]]: its address is used in
  __shared__ float r[32][32];
  FILL(r)
  to[0] = r[1];
}

struct Holder { float *row; };
__global__ void held(float *out) {
  // CHECK: note: no fix of 's' by pad-row: line [[#@LINE+3]]: its address is used in
  __shared__ float s[32][32];
  FILL(s)
  Holder holder{s[1]};
  out[0] = holder.row[3];
}

// A pointer to rows that leads elsewhere, too, keeps its type.
__global__ void elsewhere(float *out, float (*other)[32]) {
  // CHECK: note: no fix of 't' by pad-row: line [[#@LINE+3]]: 'rows' is a pointer to its rows that may lead elsewhere, too
  __shared__ float t[32][32];
  FILL(t)
  float(*rows)[32] = t;
  if (out[0] > 1)
    rows = other;
  out[1] = rows[1][1];
}

// The pointer itself may change anywhere.
__device__ void advance(float *&p) { p += 40; }
__global__ void advanced(float *out) {
  // CHECK: note: no fix of 'u' by pad-row: line [[#@LINE+5]]: '*at' has values of subscript 2 outside 0 to 31
  __shared__ float u[32][32];
  FILL(u)
  float *at = u[1];
  advance(at);
  out[0] = *at;
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
  bounded<<<1, block>>>(out);
  counted<<<1, block>>>(out, out[0]);
  number<<<1, block>>>(out);
  stored<<<1, block>>>(out, nullptr);
  held<<<1, block>>>(out);
  elsewhere<<<1, block>>>(out, nullptr);
  advanced<<<1, block>>>(out);
}
