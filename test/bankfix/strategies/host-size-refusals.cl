// Arrays that the host gives, and that stay as they are.

// RUN: %exits 1 %bankfix check --block-dim=32 %s | %FileCheck %s
// RUN: %bankfix --block-dim=32 %s -o %t.cl > %t.log
// RUN: cmp %s %t.cl

// The kernel moves the pointer.
__kernel void moved(__local float *s, __global float *out) {
  // CHECK: note: no fix of 's' by {{.*}}: line [[#@LINE-1]]: 's' is changed in the kernel, so it does not always point to the array's start
  s += 32;
  int x = get_local_id(0);
  s[x * 32] = 1;
  out[x] = s[x * 32];
}

// Another kernel calls it with an array of its own.
__kernel void called(__local float *t, __global float *out) {
  int x = get_local_id(0);
  // CHECK: note: no fix of 't' by {{.*}}: line [[#@LINE+7]]: 'called' is named here, and bankfix does not follow it to its launch
  t[x * 32] = 1;
  out[x] = t[x * 32];
}

__kernel void calling(__global float *out) {
  __local float own[1024];
  called(own, out);
}

// Nobody knows how large it is.
__kernel void unknown(__local float *u, __global float *out, int n) {
  int x = get_local_id(0);
  // CHECK: note: no fix of 'u' by {{.*}}: its size is set by the host, and has to change with the kernel; name the host's source, too: 'bankfix -i {{.*}}host-size-refusals.cl HOST.c'
  u[x * 32] = 1;
  u[n] = 2;
  out[x] = u[x * 32];
}
