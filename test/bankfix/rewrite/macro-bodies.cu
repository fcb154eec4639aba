// An access in the body of a macro is edited there, where every expansion
// wants it.

// RUN: %bankfix --strategy=pad-row,index-macro %s -o %t.cu > %t.log
// RUN: FileCheck %s < %t.log
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix verify --strategy=pad-row,index-macro %s | FileCheck %s --check-prefix=SAME
// RUN: %bankfix --strategy=pad-row,index-macro %t.cu -o %t.again.cu > %t.log
// RUN: cmp %t.cu %t.again.cu

// SAME-NOT: {{the fix changes|not compared|not run}}
// SAME:     the same results

// FIXED: #define BANKFIX_PAD32(i) ((i) + ((i) >> 5))
#define ROW 32
// FIXED: #define S(i) s[BANKFIX_PAD32(i)]
#define S(i) s[i]
// FIXED: #define AT(r, c) flat[BANKFIX_PAD32((r) * ROW + (c))]
#define AT(r, c) flat[(r) * ROW + (c)]
#define TILE(r, c) tile[r][c]
#define EITHER(array, i) array[i]
#define FILL(array) array[threadIdx.y * 32 + threadIdx.x] = 1;
#define DECLARED(name) __shared__ float name[32][32]

__global__ void named(float *out) {
  // FIXED: float s[BANKFIX_PAD32(1024)];
  __shared__ float s[1024];
  S(threadIdx.y * 32 + threadIdx.x) = 1;
  __syncthreads();
  // FIXED: out[threadIdx.y * blockDim.x + threadIdx.x] = S(threadIdx.x * 32 + threadIdx.y);
  out[threadIdx.y * blockDim.x + threadIdx.x] = S(threadIdx.x * 32 + threadIdx.y);
}

__global__ void flattened(float *out) {
  // FIXED: float flat[BANKFIX_PAD32(ROW * ROW)];
  __shared__ float flat[ROW * ROW];
  AT(threadIdx.y, threadIdx.x) = 1;
  __syncthreads();
  out[threadIdx.y * blockDim.x + threadIdx.x] = AT(threadIdx.x, threadIdx.y);
}

// A size that is a macro stays so.
__global__ void sized(float *out) {
  // FIXED: float tile[ROW][ROW + 1];
  __shared__ float tile[ROW][ROW];
  TILE(threadIdx.y, threadIdx.x) = 1;
  __syncthreads();
  out[threadIdx.y * blockDim.x + threadIdx.x] = TILE(threadIdx.x, threadIdx.y) + ROW;
}

// An index that is an argument, of an array that is one, is edited there.
__global__ void given(float *out) {
  // FIXED: float e[BANKFIX_PAD32(1024)];
  __shared__ float e[1024];
  e[threadIdx.y * 32 + threadIdx.x] = 1;
  __syncthreads();
  // FIXED: EITHER(out, {{.*}}) = EITHER(e, BANKFIX_PAD32(threadIdx.x * 32 + threadIdx.y));
  EITHER(out, threadIdx.y * blockDim.x + threadIdx.x) = EITHER(e, threadIdx.x * 32 + threadIdx.y);
}

// Arrays of one type that one body names share their layout.
// FIXED: #define SHARED(i) shared[BANKFIX_PAD32(i)]
#define SHARED(i) shared[i]
__global__ void first(float *out) {
  // FIXED: float shared[BANKFIX_PAD32(1024)];
  __shared__ float shared[1024];
  SHARED(threadIdx.y * 32 + threadIdx.x) = 1;
  __syncthreads();
  out[threadIdx.y * blockDim.x + threadIdx.x] = SHARED(threadIdx.x * 32 + threadIdx.y);
}

__global__ void second(float *out) {
  // FIXED: float shared[BANKFIX_PAD32(1024)];
  __shared__ float shared[1024];
  SHARED(threadIdx.x * 32 + threadIdx.y) = 2;
  __syncthreads();
  out[threadIdx.y * blockDim.x + threadIdx.x] = SHARED(threadIdx.y * 32 + threadIdx.x);
}

// Refused: those of several types.
#define MIXED(i) mixed[i]
__global__ void of_floats(float *out) {
  // CHECK: note: no fix of 'mixed' by index-macro: line [[#@LINE+3]]: the access comes from the body of the macro 'MIXED'
  // FIXED: float mixed[1024];
  __shared__ float mixed[1024];
  MIXED(threadIdx.y * 32 + threadIdx.x) = 1;
  __syncthreads();
  out[threadIdx.y * blockDim.x + threadIdx.x] = MIXED(threadIdx.x * 32 + threadIdx.y);
}

__global__ void of_chars(float *out) {
  // FIXED: char mixed[1024];
  __shared__ char mixed[1024];
  MIXED(threadIdx.y * 32 + threadIdx.x) = 1;
  __syncthreads();
  out[threadIdx.y * blockDim.x + threadIdx.x] = MIXED(threadIdx.x * 32 + threadIdx.y);
}

// Refused: another expansion is no access to shared memory.
__global__ void chosen(float *out) {
  // CHECK: note: no fix of 'f' by index-macro: line [[#@LINE+4]]: the access comes from the body of the macro 'FILL'
  // FIXED: float f[1024];
  __shared__ float f[1024];
  FILL(f)
  FILL(out)
  __syncthreads();
  out[threadIdx.y * blockDim.x + threadIdx.x] = f[threadIdx.x * 32 + threadIdx.y];
}

// Refused: a declaration that a macro writes.
__global__ void declared(float *out) {
  // CHECK: note: no fix of 'made' by pad-row: line [[#@LINE+1]]: its declaration comes from the macro 'DECLARED'
  DECLARED(made);
  made[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.y * blockDim.x + threadIdx.x] = made[threadIdx.x][threadIdx.y];
}

void launch(float *out) {
  dim3 block(32, 32);
  named<<<1, block>>>(out);
  flattened<<<1, block>>>(out);
  sized<<<1, block>>>(out);
  given<<<1, block>>>(out);
  first<<<1, block>>>(out);
  second<<<1, block>>>(out);
  of_floats<<<1, block>>>(out);
  of_chars<<<1, block>>>(out);
  chosen<<<1, block>>>(out);
  declared<<<1, block>>>(out);
}
