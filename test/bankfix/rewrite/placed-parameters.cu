// A function that gets a place in an array of the file names the array itself:
// the pointer counts elements as before.

// RUN: %bankfix --strategy=swizzle %s -o %t.cu
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix verify --strategy=swizzle %s | FileCheck %s --check-prefix=SAME
// RUN: %bankfix --strategy=swizzle %t.cu -o %t.again.cu
// RUN: diff %t.cu %t.again.cu

// SAME-NOT: {{the fix changes|not compared|not run}}
// SAME-COUNT-4: the same results

__shared__ float s[1024];

__device__ void fill(float *p, int n) {
  for (int i = 0; i < n; ++i)
    // FIXED: s[BANKFIX_SWIZZLE_[[S:[0-9_]+]]((int)(p - s) + (i))] = i;
    p[i] = i;
}

// It may move.
__device__ float total(const float *p, int n) {
  float sum = 0;
  for (; n > 0; n -= 2, p += 2)
    // FIXED: sum += s[BANKFIX_SWIZZLE_[[S]]((int)(p - s) + (0))] - s[BANKFIX_SWIZZLE_[[S]]((int)(p - s) + (1))];
    sum += p[0] - p[1];
  return sum;
}

// And be handed on.
__device__ float both(const float *q) {
  // FIXED: return total(q, 16) + total(q + 16, 16);
  return total(q, 16) + total(q + 16, 16);
}

__global__ void places(float *out) {
  // FIXED: fill(&s[threadIdx.x * 32], 32);
  fill(&s[threadIdx.x * 32], 32);
  __syncthreads();
  out[threadIdx.x] = both(s + threadIdx.x * 32);
}

// A function that cannot name the array gets it ...
// FIXED: float first(const float *p_base, const float *p, int i) { return p_base[BANKFIX_SWIZZLE_[[S]]((int)(p - p_base) + (i))]; }
__device__ float first(const float *p, int i) { return p[i]; }
__global__ void local(float *out) {
  __shared__ float in[1024];
  in[threadIdx.x * 32] = 1;
  __syncthreads();
  // FIXED: first(in, in + threadIdx.x * 32, 0);
  out[threadIdx.x] = first(in + threadIdx.x * 32, 0);
}

// ... where that is declared behind it, ...
__device__ float second(const float *p, int i) { return p[i]; }
__shared__ float late[1024];
__global__ void behind(float *out) {
  late[threadIdx.x * 32] = 1;
  __syncthreads();
  // FIXED: second(late, late + threadIdx.x * 32, 0);
  out[threadIdx.x] = second(late + threadIdx.x * 32, 0);
}

// ... and where its name is something else there.
__shared__ float named[1024];
__device__ float third(const float *p, int named) { return p[named]; }
__global__ void hidden(float *out) {
  named[threadIdx.x * 32] = 1;
  __syncthreads();
  // FIXED: third(named, named + threadIdx.x * 32, 0);
  out[threadIdx.x] = third(named + threadIdx.x * 32, 0);
}

void launch(float *out) {
  places<<<1, 32>>>(out);
  local<<<1, 32>>>(out);
  behind<<<1, 32>>>(out);
  hidden<<<1, 32>>>(out);
}
