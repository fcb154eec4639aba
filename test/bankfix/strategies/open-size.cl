// A size that is an expression of the run's is rounded up in the host, wherever
// a block of any size is within what devices have.

// RUN: rm -rf %t && mkdir -p %t/one %t/two
// RUN: cp %s %t/one/k.cl && cp %S/Inputs/open-size-host.c %t/one/host.c
// RUN: %bankfix -i --objective=wavefronts --kernel=columns %t/one/k.cl %t/one/host.c > %t/log
// RUN: %code %t/one/k.cl | FileCheck %s
// RUN: %code %t/one/host.c | FileCheck %S/Inputs/open-size-host.c
// RUN: cp %t/one/k.cl %t/two/k.cl && cp %t/one/host.c %t/two/host.c
// RUN: %bankfix -i --objective=wavefronts --kernel=columns %t/two/k.cl %t/two/host.c > %t/log
// RUN: cmp %t/one/k.cl %t/two/k.cl && cmp %t/one/host.c %t/two/host.c
// RUN: %exits 1 %bankfix check --objective=wavefronts --strategy=swizzle %s %S/Inputs/open-size-host.c | FileCheck %s --check-prefix=ERR
// RUN: %bankfix verify --objective=wavefronts --kernel=columns %s %S/Inputs/open-size-host.c | FileCheck %s --check-prefix=SAME
// SAME: 'columns', {{.*}} excess wavefronts counted before, 0 after; the same results

__kernel void columns(__global float *out, __local float *s) {
  int t = get_local_id(0);
  // CHECK: s[BANKFIX_SWIZZLE_5_31(t * 32)] = t;
  s[t * 32] = t;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[t] = s[t * 32];
}

// What else the host gives it is not known.
// ERR: [[#@LINE+1]]:{{.*}} no fix of 's' by {{.*}}it is not known how much shared memory a block takes besides
__kernel void unused(__global float *out, __local float *s, __local float *u) {
  int t = get_local_id(0);
  s[t * 32] = t;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[t] = s[t * 32];
}

// Two that are rounded up may be too much where one is not.
// ERR: [[#@LINE+1]]:{{.*}} no fix of 'a' by {{.*}}it is not known how much shared memory a block takes besides
__kernel void both(__global float *out, __local float *a, __local float *b) {
  int t = get_local_id(0);
  a[t * 32] = b[t * 32] = t;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[t] = a[t * 32] + b[t * 32];
}
