// An operator of the author's that is called on an element does with it what a
// method does: where that is to use members alone, the element may move.

// RUN: %bankfix --verbose %s --strategy=swizzle -o %t.cu > %t.err
// RUN: %code %t.cu | FileCheck %s
// RUN: %clang-device %t.cu
// RUN: FileCheck %s --input-file=%t.err --check-prefix=ERR
// RUN: %bankfix verify --strategy=swizzle %s | FileCheck %s --check-prefix=SAME
// SAME: 'added', {{.*}}: {{[1-9][0-9]*}} excess wavefronts counted before, {{.*}}; the same results
// SAME: 'itself', {{.*}}; the same results

struct Cluster {
  float sum;
  int count;
  __device__ void operator+=(const Cluster &more) {
    sum += more.sum;
    count += more.count;
  }
  __device__ const Cluster *operator~() const { return this; }
};

__global__ void added(Cluster *d) {
  __shared__ Cluster s[1024];
  s[32 * threadIdx.x].sum = d[threadIdx.x].sum;
  s[32 * threadIdx.x + 1].sum = d[threadIdx.x].count;
  s[32 * threadIdx.x].count = s[32 * threadIdx.x + 1].count = 0;
  __syncthreads();
  // CHECK: s[BANKFIX_SWIZZLE_[[S:[0-9_]+]](32 * threadIdx.x)] += s[BANKFIX_SWIZZLE_[[S]](32 * threadIdx.x + 1)];
  s[32 * threadIdx.x] += s[32 * threadIdx.x + 1];
  d[threadIdx.x].sum = s[32 * threadIdx.x].sum;
}

// The element's own address is what it gives.
// ERR: no fix of 't' by swizzle: line {{[0-9]+}}: its address is used in
__global__ void itself(Cluster *d) {
  __shared__ Cluster t[1024];
  t[32 * threadIdx.x].sum = d[threadIdx.x].sum;
  t[32 * threadIdx.x + 1].sum = d[threadIdx.x].sum;
  __syncthreads();
  d[threadIdx.x].sum = (~t[32 * threadIdx.x])[1].sum;
}
void launch(Cluster *d) {
  added<<<1, 32>>>(d);
  itself<<<1, 32>>>(d);
}
