// The value of an assignment lies where it was assigned: a member of a packed
// struct is no more aligned there than by its name.

// RUN: %bankfix verify --objective=wavefronts --strategy=pad-struct --cuda-headers=builtin %s | FileCheck %s

// CHECK-NOT: misaligned
// CHECK: 'sums', {{.*}} 0 after; the same results
// CHECK-NOT: misaligned
__global__ void sums(unsigned *out, const unsigned *in) {
  __shared__ long long b[32];
  const int at = (threadIdx.x % 5) * 4 + threadIdx.x / 5;
  unsigned sum = 0;
  b[at] = in[at];
  for (int k = 0; k < 4; ++k) {
    sum += (unsigned)(b[at] += (long long)in[k]);
    sum += (unsigned)++b[at];
    sum += (unsigned)(k & 1 ? b[at] : b[at] = k);
  }
  out[threadIdx.x] = sum;
}

void launch(unsigned *out, const unsigned *in) { sums<<<1, 20>>>(out, in); }
