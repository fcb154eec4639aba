// Copies by a work-group run, though nobody says which work-item does what, so
// that they are not counted. An image stops its own kernel alone. A constant of
// the file is not written between runs.

// RUN: %bankfix verify --block-dim=64 %s 2>&1 | FileCheck %s
// RUN: %bankfix verify --block-dim=64 --format=json %s | %json-lines | FileCheck %s --check-prefix=COUNTED
// RUN: %bankfix check --fail-on=never --block-dim=64 --format=json %s | FileCheck %s --check-prefix=SAID

__constant int tab[4] = {1, 2, 4, 8};

__kernel void copies(__global float *o, __global float *in, __local float *s) {
  int l = get_local_id(0);
  // SAID: how work-items share a copy by their group is left to the implementation
  event_t e = async_work_group_copy(s, in, 128, 0);
  e = async_work_group_strided_copy(s + 128, in, 64, 3, e);
  prefetch(in, 64);
  wait_group_events(1, &e);
  // CHECK-NOT: [[#@LINE+1]]:{{.*}}was not run
  // COUNTED: access {"line": [[#@LINE+1]], {{.*}}"op": "load", {{.*}}"requests": 2, "wavefronts": 4, "ideal": 2
  o[l] = s[l * 2] + s[l * tab[1] + 128 - l];
  barrier(CLK_LOCAL_MEM_FENCE);
  e = async_work_group_copy(o + 64, s, 64, 0);
  wait_group_events(1, &e);
}

// CHECK: 'image', blocks of 64 threads, was not run: its parameter 'im'
__kernel void image(__global float *o, __read_only image2d_t im, sampler_t s) {
  __local float t[64];
  int l = get_local_id(0);
  t[l] = read_imagef(im, s, (int2)(l, l)).x;
  barrier(CLK_LOCAL_MEM_FENCE);
  o[l] = t[l ^ 1];
}
