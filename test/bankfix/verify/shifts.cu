// Shifts by as many bits as there are, or more, leave 0 or the sign, as on GPUs.
// RUN: %bankfix verify --against=%S/Inputs/shifts.cu %s | %FileCheck %s
//
// CHECK: note: 'shifts', {{.*}}; the same results in 3 runs of 6 blocks
__global__ void shifts(int *out, unsigned *bits, long long *wide) {
  __shared__ int s[64];
  unsigned t = threadIdx.x;
  s[t] = int(t) - 32;
  __syncthreads();
  out[t] = s[63 - t] >> t;
  bits[t] = (unsigned(s[t]) >> t) + (s[t] << t);
  wide[t] = (long long)(s[t]) >> 2 * t;
}
int main() { shifts<<<1, 64>>>(nullptr, nullptr, nullptr); }
