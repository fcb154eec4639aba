// index-macro: what an author's macro gives is not followed where a parameter
// that had it may hold something else by then, or something of another index.

// RUN: %exits 1 %bankfix check --verbose %s | %FileCheck %s
// RUN: %bankfix %s -o %t.cu > %t.log
// RUN: cmp %s %t.cu

// In Changed, the index changes behind it.
#define OFFSET_CHANGED(n) ((n) >> 4)
static __device__ void giveChanged(int &i, int &offset) {
  i = threadIdx.x * 2;
  offset = OFFSET_CHANGED(i);
  i += 16;
}
__global__ void kChanged(float *out) {
  // CHECK-DAG: [[#@LINE+1]]:20: note: no fix of 's' by index-macro: line [[#]]: 's[i + offset]' is not indexed as i plus the macro of i
  __shared__ float s[1088];
  int i, offset;
  giveChanged(i, offset);
  s[i + offset] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x * 2 + OFFSET_CHANGED(threadIdx.x * 2)];
}

// In Twice, the offset is set anew.
#define OFFSET_TWICE(n) ((n) >> 4)
static __device__ void giveTwice(int &i, int &offset) {
  i = threadIdx.x * 2;
  offset = OFFSET_TWICE(i);
  offset = 0;
}
__global__ void kTwice(float *out) {
  // CHECK-DAG: [[#@LINE+1]]:20: note: no fix of 's' by index-macro: line [[#]]: 's[i + offset]' is not indexed as i plus the macro of i
  __shared__ float s[1088];
  int i, offset;
  giveTwice(i, offset);
  s[i + offset] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x * 2 + OFFSET_TWICE(threadIdx.x * 2)];
}

// In Early, it may return before.
#define OFFSET_EARLY(n) ((n) >> 4)
static __device__ void giveEarly(int &i, int &offset) {
  i = threadIdx.x * 2;
  if (threadIdx.x == 5)
    return;
  offset = OFFSET_EARLY(i);
}
__global__ void kEarly(float *out) {
  // CHECK-DAG: [[#@LINE+1]]:20: note: no fix of 's' by index-macro: line [[#]]: 's[i + offset]' is not indexed as i plus the macro of i
  __shared__ float s[1088];
  int i, offset;
  offset = 0;
  giveEarly(i, offset);
  s[i + offset] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x * 2 + OFFSET_EARLY(threadIdx.x * 2)];
}

// In Sometimes, it is set in one branch.
#define OFFSET_SOMETIMES(n) ((n) >> 4)
static __device__ void giveSometimes(int &i, int &offset) {
  i = threadIdx.x * 2;
  offset = 0;
  if (i > 64)
    offset = OFFSET_SOMETIMES(i);
}
__global__ void kSometimes(float *out) {
  // CHECK-DAG: [[#@LINE+1]]:20: note: no fix of 's' by index-macro: line [[#]]: 's[i + offset]' is not indexed as i plus the macro of i
  __shared__ float s[1088];
  int i, offset;
  giveSometimes(i, offset);
  s[i + offset] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x * 2 + OFFSET_SOMETIMES(threadIdx.x * 2)];
}

// In Again, the caller sets the index.
#define OFFSET_AGAIN(n) ((n) >> 4)
static __device__ void giveAgain(int &i, int &offset) {
  i = threadIdx.x * 2;
  offset = OFFSET_AGAIN(i);
}
__global__ void kAgain(float *out) {
  // CHECK-DAG: [[#@LINE+1]]:20: note: no fix of 's' by index-macro: line [[#]]: 's[i + offset]' is not indexed as i plus the macro of i
  __shared__ float s[1088];
  int i, offset;
  giveAgain(i, offset);
  i ^= 16;
  s[i + offset] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x * 2 + OFFSET_AGAIN(threadIdx.x * 2)];
}

// In Alias, another name changes it.
#define OFFSET_ALIAS(n) ((n) >> 4)
static __device__ void giveAlias(int &i, int &offset, int &other) {
  i = threadIdx.x * 2;
  offset = OFFSET_ALIAS(i);
  other = 3;
}
__global__ void kAlias(float *out) {
  // CHECK-DAG: [[#@LINE+1]]:20: note: no fix of 's' by index-macro: line [[#]]: 's[i + offset]' is not indexed as i plus the macro of i
  __shared__ float s[1088];
  int i, offset;
  giveAlias(i, offset, i);
  s[i + offset] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x * 2 + OFFSET_ALIAS(threadIdx.x * 2)];
}

// In Loop, it is from the iteration before.
#define OFFSET_LOOP(n) ((n) >> 4)
static __device__ void giveLoop(int &i, int &offset) {
  i = threadIdx.x * 2;
  offset = OFFSET_LOOP(i);
}
__global__ void kLoop(float *out) {
  // CHECK-DAG: [[#@LINE+1]]:20: note: no fix of 's' by index-macro: line [[#]]: 's[i + offset]' is not indexed as i plus the macro of i
  __shared__ float s[1088];
  int i, offset;
  i = offset = 0;
  for (int k = 0; k < 2; ++k) {
    s[i + offset] = k;
    giveLoop(i, offset);
  }
  s[i + offset] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x * 2 + OFFSET_LOOP(threadIdx.x * 2)];
}

// In Mismatch, one of two calls passes what belongs to another index.
#define OFFSET_MISMATCH(n) ((n) >> 4)
static __device__ void put(float *s, int i, int offset, float v) {
  s[i + offset] = v;
}
__global__ void kMismatch(float *out) {
  // CHECK-DAG: [[#@LINE+1]]:20: note: no fix of 's' by index-macro: line [[#]]: 's[i + offset]' is not indexed as i plus the macro of i
  __shared__ float s[1088];
  int a = threadIdx.x * 2, b = a ^ 64;
  int ao = OFFSET_MISMATCH(a), bo = OFFSET_MISMATCH(b);
  put(s, a, ao, 1);
  __syncthreads();
  put(s, b, ao, 2);
  __syncthreads();
  out[b] = s[b + bo];
}

// In Taken, a parameter does not keep what it got.
#define OFFSET_TAKEN(n) ((n) >> 4)
static __device__ void putMoved(float *s, int i, int offset, float v) {
  i ^= 32;
  s[i + offset] = v;
}
__global__ void kTaken(float *out) {
  // CHECK-DAG: [[#@LINE+1]]:20: note: no fix of 's' by index-macro: line [[#]]: 's[i + offset]' is not indexed as i plus the macro of i
  __shared__ float s[1088];
  int a = threadIdx.x * 2;
  putMoved(s, a, OFFSET_TAKEN(a), out[a]);
  __syncthreads();
  out[a] = s[a + OFFSET_TAKEN(a)];
}

// In Narrow, a parameter has no room for what the macro gives.
#define OFFSET_NARROW(n) ((n) >> 4)
static __device__ void putNarrow(float *s, int i, unsigned char offset,
                                 float v) {
  s[i + offset] = v;
}
__global__ void kNarrow(float *out) {
  // CHECK-DAG: [[#@LINE+1]]:20: note: no fix of 's' by index-macro: line [[#]]: 's[i + offset]' is not indexed as i plus the macro of i
  __shared__ float s[5500];
  int a = threadIdx.x * 2 + 4096;
  putNarrow(s, a, OFFSET_NARROW(a), out[a]);
  __syncthreads();
  out[a] = s[threadIdx.x * 2 + OFFSET_NARROW(threadIdx.x * 2)];
}

// In Local, a variable has none.
#define OFFSET_LOCAL(n) ((n) >> 4)
__global__ void kLocal(float *out) {
  // CHECK-DAG: [[#@LINE+1]]:20: note: no fix of 's' by index-macro: line [[#]]: 's[a + ao]' is not indexed as i plus the macro of i
  __shared__ float s[5500];
  int a = threadIdx.x * 2 + 4096;
  unsigned char ao = OFFSET_LOCAL(a);
  s[a + ao] = out[a];
  __syncthreads();
  out[a] = s[threadIdx.x * 2 + OFFSET_LOCAL(threadIdx.x * 2)];
}

void run(float *out) {
  kChanged<<<1, 512>>>(out);
  kTwice<<<1, 512>>>(out);
  kEarly<<<1, 512>>>(out);
  kSometimes<<<1, 512>>>(out);
  kAgain<<<1, 512>>>(out);
  kAlias<<<1, 512>>>(out);
  kLoop<<<1, 512>>>(out);
  kMismatch<<<1, 512>>>(out);
  kTaken<<<1, 512>>>(out);
  kNarrow<<<1, 512>>>(out);
  kLocal<<<1, 512>>>(out);
}
