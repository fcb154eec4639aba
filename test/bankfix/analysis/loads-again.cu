// What an expression reads twice is one value, so that a clamp of what memory
// holds is one; but not where it may change in between.

// RUN: %bankfix check --objective=wavefronts --fail-on=never --verbose %s 2>/dev/null | FileCheck %s

__global__ void clamped(const int *in, float *out) {
  __shared__ float t[32][11];
  const int i = threadIdx.x;
  // CHECK: :[[#@LINE+1]]:{{.*}}up to 10-way bank conflicts, {{.*}}: at most 10 wavefronts
  t[i][(in[i] < 0 ? 0 : in[i] > 9 ? 9 : in[i])] = 1;
  __syncthreads();
  out[i] = t[i][3];
}

__global__ void changed(int *in, float *out) {
  __shared__ float t[32][11];
  const int i = threadIdx.x;
  // CHECK: :[[#@LINE+1]]:{{.*}}up to 11-way bank conflicts, {{.*}}: at most 11 wavefronts
  t[i][(in[i] < 0 ? 0 : in[i] > 9 ? 9 : (in[i] = in[i + 1], in[i]))] = 1;
  __syncthreads();
  out[i] = t[i][3];
}

__global__ void others(const volatile int *in, float *out) {
  __shared__ float t[32][11];
  const int i = threadIdx.x;
  // CHECK: :[[#@LINE+1]]:{{.*}}up to 11-way bank conflicts, {{.*}}: at most 11 wavefronts
  t[i][(in[i] < 0 ? 0 : in[i] > 9 ? 9 : in[i])] = 1;
  __syncthreads();
  out[i] = t[i][3];
}

int main() {
  clamped<<<1, 32>>>(nullptr, nullptr);
  changed<<<1, 32>>>(nullptr, nullptr);
  others<<<1, 32>>>(nullptr, nullptr);
}
