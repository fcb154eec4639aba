// A macro that pastes names may name any struct; and a constructor that is a
// constant expression may have to name every member.

// RUN: %bankfix -o %t.cu %s > %t.log
// RUN: %code %t.cu | FileCheck %s
#define CAT(a, b) a##b

// CHECK: struct Body {
// CHECK-NEXT: float x, y, z, w;
// CHECK-NEXT: };
struct Body {
  float x, y, z, w;
};

// CHECK: struct Made {
// CHECK-NEXT: float x, y, z, w;
// CHECK-NEXT: Made() = default;
// CHECK-NEXT: constexpr
// CHECK-NEXT: };
// CHECK: bankfix_Body_20 bodies[64];
// CHECK-NEXT: Made made[64];
struct Made {
  float x, y, z, w;
  Made() = default;
  __device__ constexpr Made(float a) : x(a), y(a), z(a), w(a) {}
};

__global__ void k(float *out) {
  __shared__ Body bodies[64];
  __shared__ Made made[64];
  int CAT(t, x) = threadIdx.x;
  bodies[tx].x = made[tx].x = tx;
  __syncthreads();
  out[tx] = bodies[63 - tx].x + made[63 - tx].x;
}
void launch(float *out) { k<<<1, 64>>>(out); }
