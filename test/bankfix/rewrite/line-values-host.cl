// A host that prints the number of a line keeps its lines: the size is changed
// within its own.

// RUN: rm -rf %t && mkdir %t && cp %s %t/k.cl && cp %S/Inputs/numbers-lines.c %t/host.c
// RUN: cd %t
// RUN: %bankfix -i --strategy=index-macro --assume=n=1024 k.cl host.c | FileCheck %s
// CHECK: host.c:8:24: note: the host is changed to give 's' '((n) + ((n) >> 5)) * sizeof(float)' bytes
// RUN: sed 's/((n) + ((n) >> 5))/n/' host.c | cmp - %S/Inputs/numbers-lines.c

__kernel void transposed(__global float *out, __local float *s) {
  int x = get_local_id(0), y = get_local_id(1);
  s[y * 32 + x] = out[x];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[y * 32 + x] = s[x * 32 + y];
}
