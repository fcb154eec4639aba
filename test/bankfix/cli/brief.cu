// One warning for each array and kernel: its line, its fix or why there is none,
// and where the other conflicts of the array are. --verbose tells all of them.

// RUN: %exits 1 %bankfix check --objective=wavefronts %s 2> %t.err | FileCheck %s --strict-whitespace
// RUN: %exits 1 %bankfix check --objective=wavefronts --quiet %s > %t.quiet 2>&1
// RUN: FileCheck %s --check-prefix=QUIET < %t.quiet
// RUN: %exits 1 %bankfix check --objective=wavefronts --verbose %s 2> %t.err | FileCheck %s --check-prefix=ALL --implicit-check-not=" | "

#include "Inputs/column.h"

__global__ void fixable(float *out, int n) {
  __shared__ float tile[32][32], other[32][32];
  tile[threadIdx.y][threadIdx.x] = other[threadIdx.y][threadIdx.x] = n;
  __syncthreads();
  if (threadIdx.x == 0) {
    out[0] = tile[threadIdx.y][0] + tile[threadIdx.y][1];
  }
	/* é */	out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
  out[1] = other[threadIdx.x][threadIdx.y] + column(tile) + other[threadIdx.x][0];
}

__global__ void held(float *out) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
  out[0] = (unsigned long long)&tile[0][0] == 0;
}

void launch(float *out) {
  fixable<<<1, dim3(32, 32)>>>(out, 1);
  held<<<1, dim3(32, 32)>>>(out);
}

// CHECK: brief.cu:18:30: warning: load of 'tile[threadIdx.x][threadIdx.y]' has 32-way bank conflicts: 1024 wavefronts where 32 suffice [bankfix-shared-load]
// CHECK-NEXT: {{^}}   18 |         /* é */ out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
// CHECK-NEXT: {{^ +\| {36}\^$}}
// CHECK-NEXT: brief.cu:12:20: note: no fix of 'tile' by pad-row: {{.*}}column.h:1: 'rows' is a pointer
// CHECK-NEXT: column.h:2:10: note: also line {{.*}}column.h:2{{$}}
// CHECK-NEXT: brief.cu:19:12: warning: load of 'other[threadIdx.x][threadIdx.y]'
// CHECK-NEXT: {{^}}   19 |   out[1] = other[threadIdx.x][threadIdx.y] + column(tile) + other[threadIdx.x][0];
// CHECK-NEXT: {{^ +\| {12}\^$}}
// CHECK-NEXT: brief.cu:12:34: note: 'other[32][32] -> other[32][33]' (pad-row)
// CHECK-NEXT: brief.cu:19:61: note: also line 19{{$}}
// CHECK-NEXT: brief.cu:26:22: warning: load of 'tile[threadIdx.x][threadIdx.y]'
// CHECK-NEXT: {{^}}   26 |
// CHECK-NEXT: {{^ +\| +\^$}}
// CHECK-NEXT: note: no fix of 'tile' by pad-row: line 27:
// CHECK-NEXT: brief.cu:27:32: note: shared access '&tile[0][0]' is not analysed: {{.*}} [bankfix-unknown]{{$}}
// CHECK-NEXT: column.h:6:10: warning: load of 'flat[32 * threadIdx.x]'
// CHECK-NEXT: {{^}}    6 |   return flat[32 * threadIdx.x] + flat[32 * threadIdx.x + 1];
// CHECK-NEXT: {{^ +\| {10}\^$}}
// CHECK-NEXT: note: 'flat[2048], indexed through BANKFIX_SWIZZLE_5_31'
// CHECK-NEXT: note: also line 6{{$}}
// CHECK-EMPTY:
// CHECK-NEXT: {{^}}wavefronts of one block 

// QUIET: brief.cu:18:30: warning:
// QUIET-NEXT: brief.cu:19:12: warning:
// QUIET-NEXT: brief.cu:26:22: warning:
// QUIET-NEXT: column.h:6:10: warning: {{.*}} [bankfix-shared-load]{{$}}
// QUIET-NOT: {{.}}

// ALL: brief.cu:19:12: warning:
// ALL-NEXT: note: 'other[32][32] -> other[32][33]'
// ALL-NEXT: brief.cu:19:61: warning:
// ALL-NEXT: note: 'other[32][32] -> other[32][33]'
// ALL-NEXT: brief.cu:26:22: warning:
// ALL-NEXT: note: no fix of 'tile' by pad-row:
// ALL-NEXT: note: no fix of 'tile' by index-macro:
// ALL-NEXT: column.h:2:10: warning:
