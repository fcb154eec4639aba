// What a launch gets from copies of blocks and of settings; what is changed in
// another way may be anything.

// RUN: %bankfix check --fail-on=never --format=json %s | %json-lines | FileCheck %s
// RUN: %exits 1 %bankfix check --strict-bounds --strategy=pad-row --kernel=given %s | FileCheck %s --check-prefix=GIVEN

#include <cuda_runtime.h>

#define BODY                                                                   \
  __shared__ float s[1024];                                                    \
  s[threadIdx.x * 2] = 0;

// CHECK: kernel {"name": "copied_first", {{.*}}"block": [32, 1, 1], "block_from": "launch"
__global__ void copied_first(float *out) { BODY }
void host_copied_first(float *out, int n) { dim3 b(32); cudaLaunchConfig_t c = {}; c.blockDim = b; b = dim3(64); cudaLaunchKernelEx(&c, copied_first, out); }

// CHECK: kernel {"name": "changed_first", {{.*}}"block": [64, 1, 1], "block_from": "launch"
__global__ void changed_first(float *out) { BODY }
void host_changed_first(float *out, int n) { dim3 b(32); cudaLaunchConfig_t c = {}; b.x = 64; c.blockDim = b; cudaLaunchKernelEx(&c, changed_first, out); }

// CHECK: kernel {"name": "copied_whole", {{.*}}"block": [32, 1, 1], "block_from": "launch"
__global__ void copied_whole(float *out) { BODY }
void host_copied_whole(float *out, int n) { dim3 b(32); cudaLaunchConfig_t c, d = {}; d.blockDim = b; c = d; d.blockDim = dim3(128); cudaLaunchKernelEx(&c, copied_whole, out); }

// CHECK: kernel {"name": "either", {{.*}}"block": [32, 1, 1], "block_from": "launch"
// CHECK: kernel {"name": "either", {{.*}}"block": [64, 1, 1], "block_from": "launch"
__global__ void either(float *out) { BODY }
void host_either(float *out, int n) { dim3 a(32), b(64); cudaLaunchConfig_t c = {}; c.blockDim = n ? a : b; cudaLaunchKernelEx(&c, either, out); }

// CHECK: kernel {"name": "made", {{.*}}"block": [64, 1, 1], "block_from": "launch"
__global__ void made(float *out) { BODY }
static cudaLaunchConfig_t make(dim3 b) {
  cudaLaunchConfig_t c = {};
  c.blockDim = b;
  c.blockDim.x *= 2;
  return c;
}
void host_made(float *out, int n) { auto c = make(dim3(32)); cudaLaunchKernelEx(&c, made, out); }

// CHECK: kernel {"name": "looped", {{.*}}"block": [32, 1, 1], "block_from": "launch"
// CHECK: kernel {"name": "looped", {{.*}}"block": [64, 1, 1], "block_from": "launch"
__global__ void looped(float *out) { BODY }
void host_looped(float *out, int n) { dim3 b(32); cudaLaunchConfig_t c = {}; for (int i = 0; i < 2; ++i) { c.blockDim = b; cudaLaunchKernelEx(&c, looped, out); b.x *= 2; } }

// CHECK: kernel {"name": "chained", {{.*}}"block_from": "assumed"
__global__ void chained(float *out) { BODY }
void host_chained(float *out, int n) { dim3 a(32), b(32); cudaLaunchConfig_t c = {}; c.blockDim = a = dim3(64); cudaLaunchKernelEx(&c, chained, out); }

// CHECK: kernel {"name": "assigned_result", {{.*}}"block_from": "assumed"
__global__ void assigned_result(float *out) { BODY }
void host_assigned_result(float *out, int n) { dim3 a(32), b(32); cudaLaunchConfig_t c = {}; (a = b) = dim3(64); c.blockDim = a; cudaLaunchKernelEx(&c, assigned_result, out); }

// CHECK: kernel {"name": "referred", {{.*}}"block_from": "assumed"
__global__ void referred(float *out) { BODY }
void host_referred(float *out, int n) { dim3 b(32); dim3 &r = b; cudaLaunchConfig_t c = {}; r = dim3(64); c.blockDim = b; cudaLaunchKernelEx(&c, referred, out); }

// CHECK: kernel {"name": "referred_member", {{.*}}"block_from": "assumed"
__global__ void referred_member(float *out) { BODY }
void host_referred_member(float *out, int n) { dim3 b(32); cudaLaunchConfig_t c = {}; c.blockDim = b; dim3 &r = c.blockDim; r = dim3(64); cudaLaunchKernelEx(&c, referred_member, out); }

// CHECK: kernel {"name": "pointed_to", {{.*}}"block_from": "assumed"
__global__ void pointed_to(float *out) { BODY }
void host_pointed_to(float *out, int n) { dim3 b(32); cudaLaunchConfig_t c = {}; c.blockDim = b; cudaLaunchConfig_t *w = &c; w->blockDim = dim3(64); cudaLaunchKernelEx(&c, pointed_to, out); }

// CHECK: kernel {"name": "written", {{.*}}"block_from": "assumed"
__global__ void written(float *out) { BODY }
void host_written(float *out, int n) { dim3 b(32); dim3 *w = &b; *w = dim3(64); cudaLaunchConfig_t c = {}; c.blockDim = b; cudaLaunchKernelEx(&c, written, out); }

// CHECK: kernel {"name": "in_lambda", {{.*}}"block_from": "assumed"
__global__ void in_lambda(float *out) { BODY }
void host_in_lambda(float *out, int n) { dim3 b(32); auto grow = [&] { b = dim3(64); }; grow(); cudaLaunchConfig_t c = {}; c.blockDim = b; cudaLaunchKernelEx(&c, in_lambda, out); }

// CHECK: kernel {"name": "doubling", {{.*}}"block_from": "assumed"
__global__ void doubling(float *out) { BODY }
struct Doubling {
  unsigned x;
  Doubling &operator=(const Doubling &o) {
    x = o.x * 2;
    return *this;
  }
};
void host_doubling(float *out, int n) { Doubling a{32}, b{32}; b = a; cudaLaunchConfig_t c = {}; c.blockDim = dim3(b.x); cudaLaunchKernelEx(&c, doubling, out); }

// CHECK: kernel {"name": "taking", {{.*}}"block_from": "assumed"
__global__ void taking(float *out) { BODY }
struct Taking {
  unsigned x;
  Taking &operator=(Taking &o) {
    x = o.x;
    o.x = 64;
    return *this;
  }
};
void host_taking(float *out, int n) { Taking a{32}, b{32}; b = a; cudaLaunchConfig_t c = {}; c.blockDim = dim3(a.x); cudaLaunchKernelEx(&c, taking, out); }

// CHECK: kernel {"name": "member_taking", {{.*}}"block_from": "assumed"
__global__ void member_taking(float *out) { BODY }
struct Around {
  Taking t;
};
void host_member_taking(float *out, int n) { Around a{{32}}, b{{32}}; b = a; cudaLaunchConfig_t c = {}; c.blockDim = dim3(a.t.x); cudaLaunchKernelEx(&c, member_taking, out); }

// CHECK: kernel {"name": "of_two", {{.*}}"block_from": "assumed"
__global__ void of_two(float *out) { BODY }
void host_of_two(float *out, int n) { cudaLaunchConfig_t c = {}, d = {}; c.blockDim = dim3(32); d.blockDim = dim3(64); cudaLaunchKernelEx(n ? &c : &d, of_two, out); }

// CHECK: kernel {"name": "given", {{.*}}"block_from": "assumed"
// GIVEN: no fix of 't' by pad-row: {{.*}} for every block size; give it with --block-dim
void set(dim3 &block);
__global__ void given(float *out) {
  __shared__ float t[32][32];
  t[threadIdx.y][threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = t[threadIdx.x & 31][threadIdx.y];
}
void host_given(float *out) {
  cudaLaunchConfig_t c = {};
  dim3 b(32, 32);
  c.blockDim = b;
  set(c.blockDim);
  cudaLaunchKernelEx(&c, given, out);
}
