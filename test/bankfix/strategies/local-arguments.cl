// Arrays that the host gives: index macros, and the host's sizes with them.

// With the host's source, it is rewritten, too.
// RUN: rm -rf %t.dir && mkdir -p %t.dir
// RUN: cp %s %t.dir/scan.cl && cp %S/Inputs/scan-host.c %t.dir/host.c
// RUN: %bankfix --strategy=index-macro --assume=n=512 -i %t.dir/scan.cl %t.dir/host.c > %t.log
// RUN: %code %t.dir/scan.cl | %FileCheck %s --check-prefix=FIXED
// RUN: %FileCheck %s --check-prefix=HOST < %t.dir/host.c
// RUN: %clang-opencl %t.dir/scan.cl
// RUN: cp %t.dir/host.c %t.host.c && cp %t.dir/scan.cl %t.scan.cl
// RUN: %bankfix --strategy=index-macro --assume=n=512 -i %t.dir/scan.cl %t.dir/host.c > %t.log
// RUN: cmp %t.dir/host.c %t.host.c && cmp %t.dir/scan.cl %t.scan.cl
// RUN: %exits 1 %bankfix --diff --strategy=index-macro --assume=n=512 %s %S/Inputs/scan-host.c > %t.diff
// RUN: %FileCheck %s --check-prefix=DIFF < %t.diff
// RUN: %bankfix verify --strategy=index-macro --assume=n=512 --block-dim=256 %s > %t.verify

// With -o, a note says what the host has to do.
// RUN: %bankfix --strategy=index-macro --assume=n=512 -o %t.o.cl %s %S/Inputs/scan-host.c > %t.note
// RUN: %FileCheck %s --check-prefix=NOTE < %t.note
// NOTE: scan-host.c:13:{{[0-9]+}}: note: the host has to give 'temp' 'BANKFIX_PAD32(N) * sizeof(cl_float)' bytes instead of 'N * sizeof(cl_float)'

// Without it, nothing is changed.
// RUN: %exits 1 %bankfix check --strategy=index-macro --assume=n=512 --block-dim=256 %s | %FileCheck %s --check-prefix=ALONE
// RUN: %exits 1 %bankfix check --strategy=index-macro --assume=n=512 --format=json %s %S/Inputs/scan-host.c > %t.json
// RUN: %validate < %t.json
// RUN: %FileCheck %s --check-prefix=JSON < %t.json
// JSON: "host": {
// JSON-NEXT: "bytes_before": 2048,
// JSON-NEXT: "bytes_after": 2112,
// JSON-NEXT: "formula": "BANKFIX_PAD32(bytes), where BANKFIX_PAD32(i) is ((i) + ((i) >> 5))"

// HOST:      #include <stdio.h>
// HOST-EMPTY:
// HOST-NEXT: #ifndef BANKFIX_PAD32
// HOST-NEXT: #define BANKFIX_PAD32(i) ((i) + ((i) >> 5))
// HOST-NEXT: #endif
// HOST-EMPTY:
// HOST-NEXT: #define N 512
// HOST:      clSetKernelArg(scan, 2, BANKFIX_PAD32(N) * sizeof(cl_float), NULL);
// DIFF: +++ {{.*}}local-arguments.cl
// DIFF: +++ {{.*}}scan-host.c
// DIFF: +  clSetKernelArg(scan, 2, BANKFIX_PAD32(N) * sizeof(cl_float), NULL);

// FIXED: #define BANKFIX_PAD32(i) ((i) + ((i) >> 5))
// FIXED: __local float *temp, int n) {
// ALONE: note: no fix of 'temp' by index-macro: {{.*}}Inputs/scan-host.c:13: this gives it its size, which has to change with the kernel
__kernel void scan(__global float *out, __global const float *in,
                   __local float *temp, int n) {
  int tid = get_local_id(0);
  int offset = 1;
  // FIXED: temp[BANKFIX_PAD32(2 * tid)] = in[2 * tid];
  temp[2 * tid] = in[2 * tid];
  temp[2 * tid + 1] = in[2 * tid + 1];
  for (int d = n >> 1; d > 0; d >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (tid < d) {
      int ai = offset * (2 * tid + 1) - 1;
      int bi = offset * (2 * tid + 2) - 1;
      // FIXED: temp[BANKFIX_PAD32(bi)] += temp[BANKFIX_PAD32(ai)];
      temp[bi] += temp[ai];
    }
    offset *= 2;
  }
  if (tid == 0)
    temp[n - 1] = 0;
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (tid < d) {
      int ai = offset * (2 * tid + 1) - 1;
      int bi = offset * (2 * tid + 2) - 1;
      float t = temp[ai];
      temp[ai] = temp[bi];
      temp[bi] += t;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[2 * tid] = temp[2 * tid];
  out[2 * tid + 1] = temp[2 * tid + 1];
}
