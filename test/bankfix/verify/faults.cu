// What is wrong with a kernel is said by line, block and thread.
// Inputs are made up, so it need not be wrong: the exit status is 0.
// RUN: %bankfix verify --time-limit=1 %s > %t
// RUN: %FileCheck %s < %t
// RUN: %FileCheck --check-prefix=ONCE --implicit-check-not=error: --implicit-check-not="was not run: access" %s < %t
// ONCE: warning: 'oneBarrier', blocks of 32 threads, gives no results with the inputs that were made up for it, so none were compared

__global__ void oneBarrier(float *out) {
  __shared__ float s[64];
  s[threadIdx.x] = out[threadIdx.x];
  if (threadIdx.x < 16)
    __syncthreads();
  // CHECK-DAG: :[[#@LINE+1]]:3: warning: not all threads of the block reach this barrier: others wait at the one in line [[#@LINE-1]], in block (0,0,0), thread (16,0,0)
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}

__global__ void twoBarriers(float *out) {
  __shared__ float s[32];
  s[threadIdx.x] = out[threadIdx.x];
  if (threadIdx.x < 16)
    __syncthreads();
  else
    // CHECK-DAG: :[[#@LINE+1]]:5: warning: not all threads of the block reach this barrier: others wait at the one in line [[#@LINE-2]], in block (0,0,0), thread (16,0,0)
    __syncthreads();
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}

// CHECK-DAG: :[[#@LINE+1]]:132: warning: not all threads of the block reach this barrier: others wait at the one in column 108 of this line, in block (0,0,0), thread (16,0,0)
__global__ void sameLine(float *out) { __shared__ float s[32]; s[threadIdx.x] = 1; if (threadIdx.x < 16) { __syncthreads(); } else __syncthreads(); out[threadIdx.x] = s[threadIdx.x ^ 1]; }

__global__ void missingLanes(float *out) {
  __shared__ float s[32];
  s[threadIdx.x] = out[threadIdx.x];
  if (threadIdx.x < 3)
    // CHECK-DAG: :[[#@LINE+1]]:{{.*}}: warning: lanes that the mask names do not reach this warp primitive: others wait in line [[#@LINE+2]], in block (0,0,0), thread (0,0,0)
    s[threadIdx.x] += __shfl_sync(0xffffffff, s[threadIdx.x], 1);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}

// However far: no other memory is there to be hit.
__global__ void farAway(float *out) {
  __shared__ float s[32];
  // CHECK-DAG: :[[#@LINE+1]]:3: warning: access to memory that is not the kernel's: address {{.*}}, in block (0,0,0), thread (0,0,0)
  s[threadIdx.x + 3000000] = out[threadIdx.x];
}

__global__ void pastTheEnd(float *out) {
  __shared__ float s[32];
  // CHECK-DAG: :[[#@LINE+1]]:3: warning: access outside of every shared array: byte 128 of 's', which has 128, in block (0,0,0), thread (31,0,0)
  s[threadIdx.x + 1] = out[threadIdx.x];
  out[threadIdx.x] = s[threadIdx.x];
}

__global__ void zero(int *out) {
  __shared__ int s[32];
  // CHECK-DAG: :[[#@LINE+1]]:43: warning: division by zero, in block (0,0,0), thread (5,0,0)
  s[threadIdx.x] = (out[threadIdx.x] + 1) / ((int)threadIdx.x - 5);
  out[threadIdx.x] = s[threadIdx.x];
}

__global__ void crooked(float *out) {
  __shared__ __align__(16) float s[64];
  s[threadIdx.x] = s[threadIdx.x + 32] = out[threadIdx.x];
  __syncthreads();
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}}: warning: misaligned access: an address that is no multiple of 16 bytes, in block (0,0,0), thread (1,0,0)
  float4 v = *(float4 *)&s[threadIdx.x];
  out[threadIdx.x] = v.x + v.w;
}

__global__ void null(float *out) {
  __shared__ float s[32];
  s[threadIdx.x] = out[threadIdx.x];
  float *nowhere = nullptr;
  // CHECK-DAG: :[[#@LINE+2]]:{{.*}}: warning: access to memory that is not the kernel's: address 0x1c, in block (0,0,0), thread (7,0,0)
  if (threadIdx.x == 7)
    nowhere[threadIdx.x] = s[threadIdx.x];
  out[threadIdx.x] = s[threadIdx.x];
}

// Where no memory can be at all.
__global__ void outOfRange(float *out) {
  __shared__ float s[32];
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}}: warning: access to memory that is not the kernel's: address 0x{{[0-9a-f]+}}, in block (0,0,0), thread (1,0,0)
  out[(long long)threadIdx.x << 55] = s[threadIdx.x] = 1;
}

__global__ void zeroPointer(float *out) {
  __shared__ float s[32];
  float *nowhere = nullptr;
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}}: warning: access to memory that is not the kernel's: a null pointer, in block (0,0,0), thread (0,0,0)
  *nowhere = s[threadIdx.x] = 1;
}

__global__ void stops(float *out) {
  __shared__ float s[32];
  s[threadIdx.x] = out[threadIdx.x];
  // CHECK-DAG: :[[#@LINE+1]]: warning: the kernel stopped itself: the assertion 'threadIdx.x < 9' does not hold, in block (0,0,0), thread (9,0,0)
  assert(threadIdx.x < 9);
  out[threadIdx.x] = s[threadIdx.x];
}

__global__ void forever(volatile float *out) {
  __shared__ float s[32];
  s[threadIdx.x] = 1;
  // CHECK-DAG: :{{[0-9]+}}:{{.*}}: warning: the kernel ran for longer than 1 seconds, in block (0,0,0), thread
  while (s[threadIdx.x] > 0)
    s[threadIdx.x] = 1;
  out[threadIdx.x] = s[threadIdx.x];
}

// CHECK-DAG: :[[#@LINE+1]]:17: warning: 'assembly', blocks of 32 threads, was not run: bankfix cannot run this: inline assembly 'mov.u32 $0, %smid;'
__global__ void assembly(unsigned *out) {
  __shared__ unsigned s[32];
  unsigned processor;
  asm("mov.u32 %0, %%smid;" : "=r"(processor));
  s[threadIdx.x] = processor;
  out[threadIdx.x] = s[threadIdx.x];
}

// CHECK-DAG: :[[#@LINE+1]]:17: warning: 'fetches', blocks of 32 threads, was not run: bankfix cannot run this: it reads a texture
__global__ void fetches(float *out, cudaTextureObject_t texture) {
  __shared__ float s[32];
  s[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x);
  out[threadIdx.x] = s[threadIdx.x];
}

__device__ float elsewhere(float);
// CHECK-DAG: :[[#@LINE+1]]:17: warning: 'calls', blocks of 32 threads, was not run: bankfix cannot run this: it has no definition of 'elsewhere(float)'
__global__ void calls(float *out) {
  __shared__ float s[32];
  s[threadIdx.x] = elsewhere(out[threadIdx.x]);
  out[threadIdx.x] = s[threadIdx.x];
}

// CHECK-DAG: :[[#@LINE+5]]:{{.*}}: warning: data race on 's': this load and the store in line [[#@LINE+4]] are of different waves, with no barrier between
// CHECK-DAG: :[[#@LINE+1]]:17: warning: 'racy', blocks of 64 threads: {{.*}}; its results depend on the order of threads, so they were not compared
__global__ void racy(float *out) {
  __shared__ float s[64];
  s[threadIdx.x] = out[threadIdx.x];
  out[threadIdx.x] = s[63 - threadIdx.x];
}

int main() {
  oneBarrier<<<1, 32>>>(nullptr);
  twoBarriers<<<1, 32>>>(nullptr);
  sameLine<<<1, 32>>>(nullptr);
  missingLanes<<<1, 32>>>(nullptr);
  farAway<<<1, 32>>>(nullptr);
  pastTheEnd<<<1, 32>>>(nullptr);
  zero<<<1, 32>>>(nullptr);
  crooked<<<1, 32>>>(nullptr);
  null<<<1, 32>>>(nullptr);
  outOfRange<<<1, 32>>>(nullptr);
  zeroPointer<<<1, 32>>>(nullptr);
  stops<<<1, 32>>>(nullptr);
  forever<<<1, 32>>>(nullptr);
  assembly<<<1, 32>>>(nullptr);
  fetches<<<1, 32>>>(nullptr, 0);
  calls<<<1, 32>>>(nullptr);
  racy<<<1, 64>>>(nullptr);
}
