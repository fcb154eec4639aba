// What only some devices have costs only the kernels that use it.
// RUN: %bankfix verify --block-dim=64 %s | %FileCheck %s

// Plain inline functions have a definition in the file.
inline float twice(float x) { return 2 * x; }
// CHECK-DAG: :[[#@LINE+1]]:15: note: 'callsInline', {{.*}}: 62 excess wavefronts counted before, 0 after; the same results in 3 runs
__kernel void callsInline(__global float *out) {
  __local float s[2048];
  int i = get_local_id(0);
  s[i * 32] = out[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = twice(s[i]);
}

// The copy itself is no access of any thread.
// CHECK-DAG: :[[#@LINE+1]]:15: note: 'copies', {{.*}}: 6 excess wavefronts counted before, 6 after; the same results
__kernel void copies(__global float *out, __global const float4 *in,
                     __local float *s, __local float4 *v) {
  event_t e[2];
  int i = get_local_id(0);
  prefetch(out, 64);
  e[0] = async_work_group_strided_copy(s, out, 64, 3, 0);
  e[1] = async_work_group_copy(v, in, 64, 0);
  wait_group_events(2, e);
  out[get_global_id(0) + 4096] = s[63 - i] + v[63 - i].w;
  barrier(CLK_LOCAL_MEM_FENCE);
  s[i] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t last = async_work_group_copy(out + 8192, s, 64, 0);
  wait_group_events(1, &last);
}

// CHECK-DAG: :[[#@LINE+4]]:{{[0-9]+}}: warning: access outside of every shared array: byte 128 of 's', which has 128
// CHECK-DAG: :[[#@LINE+1]]:15: warning: 'copiesTooMuch', {{.*}}, gives no results with the inputs that were made up for it
__kernel void copiesTooMuch(__global float *out) {
  __local float s[32];
  event_t e = async_work_group_copy(s, out, 33, 0);
  wait_group_events(1, &e);
  out[get_global_id(0)] = s[get_local_id(0) % 32];
}

// CHECK-DAG: :[[#@LINE+1]]:15: warning: 'image', {{.*}}, was not run: its parameter 'from' of type '{{.*}}image2d_t' cannot be made up
__kernel void image(__global float *out, read_only image2d_t from,
                    sampler_t how) {
  __local float s[64];
  int i = get_local_id(0);
  s[i] = read_imagef(from, how, (int2)(i, 0)).x;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = s[63 - i];
}

// CHECK-DAG: :[[#@LINE+1]]:15: warning: 'unused', {{.*}}, was not run: its parameter 'how' of type 'sampler_t' cannot be made up
__kernel void unused(__global float *out, sampler_t how) {
  __local float s[64];
  int i = get_local_id(0);
  s[i] = out[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = s[63 - i];
}

// CHECK-DAG: :[[#@LINE+1]]:15: warning: 'readsPipe', {{.*}}, was not run: its parameter 'from' of type '{{.*}}pipe int' cannot be made up
__kernel void readsPipe(__global float *out, pipe int from) {
  __local float s[64];
  int i = get_local_id(0);
  s[i] = out[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = s[63 - i];
}
