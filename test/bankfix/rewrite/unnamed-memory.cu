// Shared memory that a kernel reaches by an address that is no array's: whatever
// lies there moves with any layout of any array, so all of them stay.

// RUN: %exits 1 %bankfix check %s 2> /dev/null | FileCheck %s
// RUN: %bankfix %s -o %t.cu > /dev/null 2>&1
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED

#define TILE(a)                                                                \
  a[threadIdx.y][threadIdx.x] = in[threadIdx.x];                               \
  __syncthreads();                                                             \
  out[threadIdx.x] = a[threadIdx.x][threadIdx.y];

__global__ void constant(float *out, const float *in) {
  __shared__ float byConstant[32][32];
  TILE(byConstant)
  // CHECK-DAG: no fix of 'byConstant' by pad-row: line [[#@LINE+1]]: 'ld.shared.f32 %0, [%1]' reaches shared memory by an address that is not known to be an array's
  asm volatile("ld.shared.f32 %0, [%1];" : "=f"(out[0]) : "r"(64));
}

__global__ void parameter(float *out, const float *in, unsigned at) {
  __shared__ float byParameter[32][32];
  TILE(byParameter)
  // CHECK-DAG: no fix of 'byParameter' by pad-row: line [[#@LINE+1]]: 'st.shared.f32 [%0], 0f00000000' reaches
  asm volatile("st.shared.f32 [%0], 0f00000000;" :: "r"(at));
}

__global__ void loaded(float *out, const float *in, const unsigned *at) {
  __shared__ float byLoaded[32][32];
  TILE(byLoaded)
  // CHECK-DAG: no fix of 'byLoaded' by pad-row: line [[#@LINE+1]]: 'atom.shared.add.u32 %0, [%1], 1' reaches
  asm volatile("atom.shared.add.u32 %0, [%1], 1;" : "=r"(((unsigned *)out)[0]) : "r"(at[0]));
}

__global__ void literal(float *out, const float *in) {
  __shared__ float byLiteral[32][32];
  TILE(byLiteral)
  // CHECK-DAG: no fix of 'byLiteral' by pad-row: line [[#@LINE+1]]: 'red.shared.add.u32 [128], 1' reaches
  asm volatile("red.shared.add.u32 [128], 1;");
}

__global__ void labelled(float *out, const float *in) {
  __shared__ float byLabelled[32][32];
  TILE(byLabelled)
  // CHECK-DAG: no fix of 'byLabelled' by pad-row: line [[#@LINE+1]]: 'mbarrier.try_wait.parity.shared::cta.b64 P, [%0], %1' reaches
  asm volatile("{\n.reg .pred P;\nWAIT:\nmbarrier.try_wait.parity.shared::cta.b64 P, [%0], %1;\n"
               "@P\tbra DONE;\nbra WAIT;\nDONE:\n}" :: "r"(8), "r"(0));
}

__global__ void guarded(float *out, const float *in, int n) {
  __shared__ float byGuarded[32][32];
  TILE(byGuarded)
  // CHECK-DAG: no fix of 'byGuarded' by pad-row: line [[#@LINE+1]]: {{.*}} reaches
  asm volatile("{.reg .pred p; setp.ne.b32 p, %0, 0;\n@p\tst.shared.u32 [%1], 1;}" :: "r"(n), "r"(n));
}

// A copy's second address is in global memory, and its third is a barrier's.
__global__ void bulk(float *out, const float *in) {
  __shared__ float byBulk[32][32];
  __shared__ float to[256];
  unsigned at = (unsigned)__cvta_generic_to_shared(to);
  TILE(byBulk)
  // CHECK-DAG: no fix of 'byBulk' by pad-row: line [[#@LINE+1]]: 'cp.async.bulk{{.*}}' reaches
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 1024, [%2];"
               :: "r"(at), "l"(in), "r"(16));
}

__device__ __forceinline__ float readAt(unsigned at) {
  float v;
  // CHECK-DAG: no fix of 'byHelper' by pad-row: line [[#@LINE+1]]: 'ld.shared.f32 %0, [%1]' reaches
  asm volatile("ld.shared.f32 %0, [%1];" : "=f"(v) : "r"(at));
  return v;
}

__global__ void helper(float *out, const float *in) {
  __shared__ float byHelper[32][32];
  TILE(byHelper)
  out[1] = readAt(threadIdx.x * 4);
}

__global__ void generic(float *out, const float *in) {
  __shared__ float byGeneric[32][32];
  TILE(byGeneric)
  // CHECK-DAG: no fix of 'byGeneric' by pad-row: line [[#@LINE+1]]: '__cvta_shared_to_generic(0)' reaches
  const float *base = (const float *)__cvta_shared_to_generic(0);
  out[2] = base[threadIdx.x];
}

__global__ void space(float *out, const float *in, unsigned at) {
  __shared__ float bySpace[32][32];
  TILE(bySpace)
  // CHECK-DAG: no fix of 'bySpace' by pad-row: line [[#@LINE+1]]: '(__attribute__((address_space(3))) float *)0' reaches
  out[3] = ((__attribute__((address_space(3))) float *)0)[threadIdx.x];
}

__global__ void number(float *out, const float *in, size_t at) {
  __shared__ float byNumber[32][32];
  TILE(byNumber)
  // CHECK-DAG: no fix of 'byNumber' by pad-row: line [[#@LINE+1]]: '(__attribute__((address_space(3))) float *)at' reaches
  out[4] = *(__attribute__((address_space(3))) float *)at;
}

__global__ void descriptor(float *out, const float *in, unsigned long long d) {
  __shared__ float byDescriptor[32][32];
  TILE(byDescriptor)
  // CHECK-DAG: no fix of 'byDescriptor' by pad-row: line [[#@LINE+1]]: 'wgmma.mma_async{{.*}}' reaches
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"
               : "+f"(out[0]), "+f"(out[1]), "+f"(out[2]), "+f"(out[3]) : "l"(d), "l"(d));
}

// An address on one way, a number on the other.
__global__ void sometimes(float *out, const float *in, int n) {
  __shared__ float bySometimes[32][32];
  __shared__ float named[64];
  TILE(bySometimes)
  unsigned at = 16;
  if (n > 3)
    at = (unsigned)__cvta_generic_to_shared(named);
  // CHECK-DAG: no fix of 'bySometimes' by pad-row: line [[#@LINE+1]]: 'ld.shared.f32 %0, [%1]' reaches
  asm volatile("ld.shared.f32 %0, [%1];" : "=f"(out[5]) : "r"(at + 4 * threadIdx.x));
}

__device__ float recurse(unsigned at, int n) {
  float v;
  // CHECK-DAG: no fix of 'byRecursion' by pad-row: line [[#@LINE+1]]: 'ld.shared.f32 %0, [%1]' reaches
  asm volatile("ld.shared.f32 %0, [%1];" : "=f"(v) : "r"(at));
  return n ? recurse(at + 4, n - 1) : v;
}

__global__ void recursive(float *out, const float *in, int n) {
  __shared__ float byRecursion[32][32];
  TILE(byRecursion)
  out[6] = recurse(0, n);
}

// Addresses of arrays are theirs alone: of others nothing is said.
__device__ unsigned addressOf(const void *p) {
  return (unsigned)__cvta_generic_to_shared(p);
}

// FIXED-LABEL: void fixed(
__global__ void fixed(float *out, const float *in, int n) {
  // FIXED: float kept[32][33];
  __shared__ float kept[32][32];
  __shared__ float first[64], second[64];
  TILE(kept)
  unsigned a = addressOf(first), b = addressOf(&second[8]);
  for (int i = 0; i < n; i++) {
    asm volatile("ld.shared.f32 %0, [%1];" : "=f"(out[7]) : "r"(a));
    a += 4;
    a ^= 128;
  }
  unsigned c = n > 2 ? a : b;
  asm volatile("st.shared.f32 [%0+16], %1;" :: "r"(c + 4 * threadIdx.x), "f"(in[0]));
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"(b), "l"(in));
  asm volatile("isspacep.shared p, %0;" :: "l"(in));
}

// Of one kernel, not of another.
// FIXED-LABEL: void beside(
__global__ void beside(float *out, const float *in) {
  // FIXED: float other[32][33];
  __shared__ float other[32][32];
  TILE(other)
}

void launch(float *out, float *in) {
  dim3 block(32, 32);
  constant<<<1, block>>>(out, in);
  parameter<<<1, block>>>(out, in, 0);
  loaded<<<1, block>>>(out, in, 0);
  literal<<<1, block>>>(out, in);
  labelled<<<1, block>>>(out, in);
  guarded<<<1, block>>>(out, in, 1);
  bulk<<<1, block>>>(out, in);
  helper<<<1, block>>>(out, in);
  generic<<<1, block>>>(out, in);
  space<<<1, block>>>(out, in, 0);
  number<<<1, block>>>(out, in, 0);
  descriptor<<<1, block>>>(out, in, 0);
  sometimes<<<1, block>>>(out, in, 0);
  recursive<<<1, block>>>(out, in, 0);
  fixed<<<1, block>>>(out, in, 5);
  beside<<<1, block>>>(out, in);
}
