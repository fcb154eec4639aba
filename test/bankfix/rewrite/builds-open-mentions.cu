// Of a macro that gets the array, or an element of it, another build may make
// something else.

// RUN: %bankfix --objective=wavefronts %s -o %t.cu | FileCheck %s
// RUN: %code %t.cu | FileCheck %s --check-prefix=CODE
// RUN: %clang-device %t.cu
// RUN: %clang-device '-DNEXT(i)=(i)++' %t.cu

#ifndef AT
#define AT(a, i) (a)[i]
#endif
#ifndef LOAD
#define LOAD(p) (*(p))
#endif
#ifndef OUT
#define OUT(x) (x)
#endif
#ifndef NEXT
#define NEXT(i) (i)
#endif
// What is given to it may have a side effect.
// CODE: #define STEP(i) kept[bankfix_pad32(i)]
#define STEP(i) kept[i]

// CHECK-DAG: no fix of 'got' by {{.*}}: line 9: the macro 'AT' names or gets it, and a build may define that otherwise; define it once in the source, under no condition
__global__ void gets(float *out) {
  __shared__ float got[1024];
  got[threadIdx.x * 32 % 1024] = 1;
  __syncthreads();
  out[threadIdx.x] = AT(got, threadIdx.x);
}

// CHECK-DAG: no fix of 'loaded' by {{.*}}: line 12: the macro 'LOAD' names or gets it
__global__ void loads(float *out) {
  __shared__ float loaded[1024];
  loaded[threadIdx.x * 32 % 1024] = 1;
  __syncthreads();
  const float *p = loaded + threadIdx.x;
  out[threadIdx.x] = LOAD(p);
}

#define ELEMENT(i) element[i]
// CHECK-DAG: no fix of 'element' by {{.*}}: line 15: the macro 'OUT' names or gets it
__global__ void elements(float *out) {
  __shared__ float element[1024];
  element[threadIdx.x * 32 % 1024] = 1;
  __syncthreads();
  out[threadIdx.x] = OUT(ELEMENT(threadIdx.x));
}

// CHECK-DAG: 'kept[1024] -> kept[1056], indexed through BANKFIX_PAD32'
__global__ void steps(float *out) {
  __shared__ float kept[1024];
  int j = threadIdx.x * 32 % 1024;
  kept[threadIdx.x * 32 % 1024] = 1;
  __syncthreads();
  out[threadIdx.x] = STEP(NEXT(j)) + STEP(NEXT(j));
}

void run(float *out) {
  gets<<<1, 256>>>(out);
  loads<<<1, 256>>>(out);
  elements<<<1, 256>>>(out);
  steps<<<1, 256>>>(out);
}
