// A macro that names an array, which a build may define otherwise: what is
// edited would be another array's there, or none's.

// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin %s -o %t.cu | FileCheck %s
// RUN: %code %t.cu | FileCheck %s --check-prefix=SAME

#ifndef TILE
#define TILE s
#endif
// CHECK-DAG: no fix of 'other' by {{.*}}: line [[#@LINE-3]]: the macro 'TILE' names or gets it
// CHECK-DAG: no fix of 's' by {{.*}}: line [[#@LINE-4]]: the macro 'TILE' names or gets it, and a build may define that otherwise; define it once in the source, under no condition
__global__ void named(float *out) {
  // SAME: float s[1024], other[1024];
  __shared__ float s[1024], other[1024];
  for (int i = 0; i < 32; ++i)
    TILE[threadIdx.x * 32 + i] = other[threadIdx.x * 32 + i] = i;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x] + other[threadIdx.x * 32];
}

// By way of another macro.
#define ALL TILED
#ifndef TILED
#define TILED t
#endif
// CHECK: no fix of 't' by {{.*}}: line [[#@LINE-3]]: the macro 'TILED' names or gets it
__global__ void indirectly(float *out) {
  // SAME: float t[1024];
  __shared__ float t[1024];
  for (int i = 0; i < 32; ++i)
    ALL[threadIdx.x * 32 + i] = i;
  __syncthreads();
  out[threadIdx.x] = t[threadIdx.x];
}
// Nobody else can define it, or it names what it is given.
#define FIXED v
#ifndef AT
#define AT(v, i) v[i]
#endif
__global__ void decided(float *out) {
  // SAME: float v[{{BANKFIX|1056}}
  __shared__ float v[1024];
  for (int i = 0; i < 32; ++i)
    FIXED[threadIdx.x * 32 + i] = i;
  __syncthreads();
  out[threadIdx.x] = v[threadIdx.x];
}

void launch(float *out) {
  named<<<1, 32>>>(out);
  indirectly<<<1, 32>>>(out);
  decided<<<1, 32>>>(out);
}
