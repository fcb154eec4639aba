__global__ void shifts(int *out, unsigned *bits, long long *wide) {
  __shared__ int s[64];
  unsigned t = threadIdx.x;
  s[t] = int(t) - 32;
  __syncthreads();
  out[t] = t < 32 ? s[63 - t] >> t : s[63 - t] < 0 ? -1 : 0;
  bits[t] = t < 32 ? (unsigned(s[t]) >> t) + (s[t] << t) : 0;
  wide[t] = t < 32 ? (long long)(s[t]) >> 2 * t : s[t] < 0 ? -1 : 0;
}
int main() { shifts<<<1, 64>>>(nullptr, nullptr, nullptr); }
