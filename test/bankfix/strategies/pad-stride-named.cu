// A variable whose name a macro may spell is more than an index in some build,
// and a macro that is given elsewhere, or defined otherwise, more than an access.

// RUN: %exits 1 %bankfix check --sort=source --strategy=pad-stride --objective=wavefronts --cuda-headers=builtin --block-dim=16,16 %s | FileCheck %s

#define IDX a
__global__ void spelled(int *out, const int *in) {
  // CHECK: :[[#@LINE+1]]:18: note: no fix of 's' by pad-stride: line [[#@LINE+3]]: 's[a]' is not written as rows of one length
  __shared__ int s[18 * 18];
  int a = threadIdx.y * 18 + threadIdx.x;
  s[a] = in[3];
  __syncthreads();
  out[threadIdx.x] = s[a + 18];
}

#ifdef ELSEWHERE
#define OTHER b
#endif
__global__ void skipped(int *out, const int *in) {
  // CHECK: :[[#@LINE+1]]:18: note: no fix of 's' by pad-stride: line [[#@LINE+3]]: 's[b]' is not written as rows of one length
  __shared__ int s[18 * 18];
  int b = threadIdx.y * 18 + threadIdx.x;
  s[b] = in[3];
  __syncthreads();
  out[threadIdx.x] = s[b + 18];
}

// As a parameter it is the macro's own.
#define TWICE(c) (2 * (c))
__global__ void own(int *out, const int *in) {
  // CHECK: :[[#@LINE+1]]:18: note: 's[324] -> s[864], rows of 18 -> 48 elements' (pad-stride)
  __shared__ int s[18 * 18];
  int c = threadIdx.y * 18 + threadIdx.x;
  s[c] = in[TWICE(3)];
  __syncthreads();
  out[threadIdx.x] = s[c + 18];
}

#define DROP(v) (void)0
#define AT(y, x) s[(y) * 18 + (x)]
__global__ void given(int *out, const int *in) {
  // CHECK: :[[#@LINE+1]]:18: note: no fix of 's' by pad-stride: line [[#@LINE+2]]: 'AT(threadIdx.y, threadIdx.x)' is not written as rows of one length
  __shared__ int s[18 * 18];
  AT(threadIdx.y, threadIdx.x) = in[3];
  DROP(AT(0, threadIdx.y * 18 + threadIdx.x));
  __syncthreads();
  out[threadIdx.x] = AT(threadIdx.y + 1, threadIdx.x);
}

// A sum is no factor, and what is one may have a name.
#define SUM 16 + 2
#define IN(y, x) s[(y) * SUM + (x)]
__global__ void summed(int *out, const int *in) {
  // CHECK: :[[#@LINE+1]]:18: note: no fix of 's' by pad-stride: line [[#@LINE+2]]: 'IN(threadIdx.y, threadIdx.x)' is not written as rows of one length
  __shared__ int s[18 * 18];
  IN(threadIdx.y, threadIdx.x) = in[3];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.y * 18 + threadIdx.x];
}

#define PITCH (16 + 2)
#define OF(y, x) s[(y) * PITCH + (x)]
__global__ void named(int *out, const int *in) {
  // CHECK: :[[#@LINE+1]]:18: note: 's[324] -> s[864], rows of 18 -> 48 elements' (pad-stride)
  __shared__ int s[18 * 18];
  OF(threadIdx.y, threadIdx.x) = in[3]; // OF(0, 0)
  __syncthreads();
  out[threadIdx.x] = OF(threadIdx.y + 1, threadIdx.x);
}
