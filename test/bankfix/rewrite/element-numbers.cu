// Elements whose addresses become numbers: subscripts change where the address
// is taken, if all that is done with a number is to be the address of
// instructions.

// RUN: %bankfix %s -o %t.cu --objective=wavefronts --cuda-headers=builtin 2>&1 | FileCheck %s --check-prefix=TEXT
// RUN: %code %t.cu | FileCheck %s
// RUN: %clang-device %t.cu
// RUN: %bankfix %t.cu -o %t2.cu --objective=wavefronts --cuda-headers=builtin 2>&1
// RUN: cmp %t.cu %t2.cu

// For copies of 16 bytes, and for words.
__device__ unsigned address(const void *p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}
__device__ unsigned word(const unsigned *p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}
__device__ unsigned load(unsigned at) {
  unsigned v;
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(v) : "r"(at));
  return v;
}
__device__ void load4(unsigned (&r)[4], const short *p) {
  asm volatile("ldmatrix.sync.aligned.x4.m8n8.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(address(p)));
}
__device__ void copy16(short *to, const void *from) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], %2;" :: "r"(address(to)), "l"(from), "n"(16));
}

// Both operands of a product, in two stages: pads of 16 bytes.
__global__ void product(unsigned *out, const short *in, int n) {
  // CHECK: short a[2][64][72];
  __shared__ __align__(16) short a[2][64][64];
  // CHECK: short b[2][64][72];
  __shared__ __align__(16) short b[2][64][64];
  int t = threadIdx.x, row = t / 32 * 16 + t % 16, sum = 0;
  for (int stage = 0; stage < n; ++stage) {
    for (int i = t; i < 512; i += 128) {
      copy16(&a[stage % 2][i / 8][i % 8 * 8], in + stage * 8192 + i * 8);
      copy16(&b[stage % 2][i / 8][i % 8 * 8], in + stage * 8192 + 4096 + i * 8);
    }
    asm volatile("cp.async.commit_group;" ::);
    asm volatile("cp.async.wait_group 0;" ::);
    __syncthreads();
    for (int k = 0; k < 64; k += 16) {
      unsigned r[4], q[4];
      load4(r, &a[stage % 2][row][k + t % 32 / 16 * 8]);
      load4(q, &b[stage % 2][row][k + t % 32 / 16 * 8]);
      for (int i = 0; i < 4; ++i)
        sum += r[i] * q[i];
    }
    __syncthreads();
  }
  out[t] = sum;
}

// Variables, several values, what a lambda returns; in the statement itself; by
// a pointer, and by the assembly that older toolkits need.
__global__ void ways(unsigned *out) {
  // CHECK: unsigned s[32][33];
  __shared__ unsigned s[32][32];
  int t = threadIdx.x;
  s[t / 32][t % 32] = t;
  __syncthreads();
  auto of = [&](int i) { return word(&s[i][t / 32]); };
  unsigned at = word(&s[t % 32][t / 32]), v = load(at), w;
  at = of(t % 32);
  v += load(at);
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(w) : "r"(word(s[t % 32] + t / 32)));
  const unsigned *p = &s[t % 32][t / 32];
  unsigned long wide = __cvta_generic_to_shared(p);
  v += load((unsigned)wide) + *p;
  unsigned older;
  asm("{ .reg .u64 x; cvta.to.shared.u64 x, %1; cvt.u32.u64 %0, x; }" : "=r"(older) : "l"(&s[t % 32][0]));
  out[t] = v + w + load(older);
}

// More is done with each of these.
__global__ void compared(unsigned *out) {
  // TEXT-DAG: [[#@LINE+1]]:{{[0-9]+}}: note: no fix of 's' {{.*}}'__cvta_generic_to_shared(&s[0][t % 32])' makes a number of its address
  __shared__ unsigned s[32][32];
  int t = threadIdx.x;
  s[t / 32][t % 32] = t;
  __syncthreads();
  out[t] = s[t % 32][t / 32];
  if (__cvta_generic_to_shared(&s[0][t % 32]) > 64)
    out[0] = 1;
}
__global__ void stored(unsigned *out) {
  // TEXT-DAG: [[#@LINE+1]]:{{[0-9]+}}: note: no fix of 's' {{.*}}makes a number of its address
  __shared__ unsigned s[32][32];
  int t = threadIdx.x;
  s[t / 32][t % 32] = t;
  __syncthreads();
  out[t] = s[t % 32][t / 32];
  out[0] = __cvta_generic_to_shared(&s[0][t % 32]);
}
__global__ void moved(unsigned *out) {
  // TEXT-DAG: [[#@LINE+1]]:{{[0-9]+}}: note: no fix of 's' {{.*}}makes a number of its address
  __shared__ unsigned s[32][32];
  int t = threadIdx.x;
  s[t / 32][t % 32] = t;
  __syncthreads();
  out[t] = s[t % 32][t / 32];
  unsigned at = (unsigned)__cvta_generic_to_shared(&s[0][t % 32]);
  at ^= 64;
  out[0] = load(at);
}
__global__ void behind(unsigned *out) {
  // TEXT-DAG: [[#@LINE+1]]:{{[0-9]+}}: note: no fix of 's' {{.*}}makes a number of its address
  __shared__ unsigned s[32][32];
  int t = threadIdx.x;
  s[t / 32][t % 32] = t;
  __syncthreads();
  out[t] = s[t % 32][t / 32];
  asm volatile("ld.shared.u32 %0, [%1 + 8];" : "=r"(out[0]) : "r"((unsigned)__cvta_generic_to_shared(&s[0][t % 32])));
}
__global__ void twice(unsigned *out) {
  // TEXT-DAG: [[#@LINE+1]]:{{[0-9]+}}: note: no fix of 's' {{.*}}makes a number of its address
  __shared__ unsigned s[32][32];
  int t = threadIdx.x;
  s[t / 32][t % 32] = t;
  __syncthreads();
  out[t] = s[t % 32][t / 32];
  asm volatile("{ .reg .u32 x; add.u32 x, %1, 4; ld.shared.u32 %0, [%1]; }" : "=r"(out[0]) : "r"((unsigned)__cvta_generic_to_shared(&s[0][t % 32])));
}
__global__ void unknown(unsigned *out) {
  // TEXT-DAG: [[#@LINE+1]]:{{[0-9]+}}: note: no fix of 's' {{.*}}makes a number of its address
  __shared__ unsigned s[32][32];
  int t = threadIdx.x;
  s[t / 32][t % 32] = t;
  __syncthreads();
  out[t] = s[t % 32][t / 32];
  asm volatile("mbarrier.init.shared.b64 [%0], 1;" :: "r"((unsigned)__cvta_generic_to_shared(&s[0][0])));
}
__global__ void outside(unsigned *out) {
  // TEXT-DAG: [[#@LINE+1]]:{{[0-9]+}}: note: no fix of 's' {{.*}}has values of subscript 2 outside 0 to 31
  __shared__ unsigned s[32][32];
  int t = threadIdx.x;
  s[t / 32][t % 32] = t;
  __syncthreads();
  out[t] = s[t % 32][t / 32];
  out[0] = load((unsigned)__cvta_generic_to_shared(&s[0][t]));
}
__global__ void changed(unsigned *out) {
  // TEXT-DAG: [[#@LINE+1]]:{{[0-9]+}}: note: no fix of 's' {{.*}}makes a number of its address
  __shared__ unsigned s[32][32];
  int t = threadIdx.x;
  s[t / 32][t % 32] = t;
  __syncthreads();
  out[t] = s[t % 32][t / 32];
  unsigned at = (unsigned)__cvta_generic_to_shared(&s[0][t % 32]);
  asm volatile("add.u32 %0, %0, 4;" : "+r"(at));
  out[0] = load(at);
}
__global__ void pointer(unsigned *out) {
  // TEXT-DAG: [[#@LINE+1]]:{{[0-9]+}}: note: no fix of 's' {{.*}}its address is used in '&s[t % 32][t / 32]'
  __shared__ unsigned s[32][32];
  int t = threadIdx.x;
  s[t / 32][t % 32] = t;
  __syncthreads();
  const unsigned *p;
  asm("cvta.to.shared.u64 %0, %1;" : "=l"(p) : "l"(&s[t % 32][t / 32]));
  out[t] = s[t % 32][t / 32] + (p == nullptr);
}

void launch(unsigned *out, const short *in) {
  product<<<1, 128>>>(out, in, 4);
  ways<<<1, 1024>>>(out);
  compared<<<1, 1024>>>(out);
  stored<<<1, 1024>>>(out);
  moved<<<1, 1024>>>(out);
  behind<<<1, 1024>>>(out);
  twice<<<1, 1024>>>(out);
  unknown<<<1, 1024>>>(out);
  outside<<<1, 1024>>>(out);
  changed<<<1, 1024>>>(out);
  pointer<<<1, 1024>>>(out);
}
