// One bank is asked four times for one word, another twice for each of two. The
// conflict in the second is no wavefront more, and no layout removes one.

// RUN: %exits 1 %bankfix check --objective=wavefronts --target=sm_80 --cuda-headers=builtin %s | FileCheck %s

__global__ void kernel(int *out, int v) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = s[t + 32] = 0;
  __syncthreads();
  if (t < 8)
    // CHECK: [[#@LINE+1]]:{{.*}} 2-way bank conflicts: 2 wavefronts where 1 suffices, besides 2 for atomics on the same address
    atomicXor(&s[t < 4 ? 0 : t < 6 ? 1 : 33], v);
  __syncthreads();
  out[t] = s[t] + s[t + 32];
}
// CHECK: no fix of 's': no layout that bankfix knows lowers its wavefronts

int main() { kernel<<<1, 32>>>(nullptr, 1); }
