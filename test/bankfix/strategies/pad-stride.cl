// pad-stride: longer rows for a flat array whose row length is a variable.

// Histograms of each work-item in local memory, given by the host.
// RUN: rm -rf %t.dir && mkdir -p %t.dir
// RUN: cp %s %t.dir/histogram.cl && cp %S/Inputs/histogram-host.c %t.dir/host.c
// RUN: %bankfix --objective=wavefronts --sort=source -i --strategy=pad-stride %t.dir/histogram.cl %t.dir/host.c > %t.log
// RUN: %code %t.dir/histogram.cl | %FileCheck %s --check-prefix=FIXED
// RUN: %FileCheck %s --check-prefix=HOST < %t.dir/host.c
// RUN: %FileCheck %s < %t.log
// RUN: %clang-opencl %t.dir/histogram.cl
// RUN: cp %t.dir/host.c %t.host.c && cp %t.dir/histogram.cl %t.histogram.cl
// RUN: %bankfix --objective=wavefronts --sort=source -i --strategy=pad-stride %t.dir/histogram.cl %t.dir/host.c > %t.log
// RUN: cmp %t.dir/host.c %t.host.c && cmp %t.dir/histogram.cl %t.histogram.cl
// RUN: %bankfix verify --strategy=pad-stride --kernel=fixed %s > %t.verify
// RUN: %bankfix verify --strategy=pad-stride --kernel=histogram --block-dim=32 %s > %t.verify

// HOST: clSetKernelArg(kernel, 1, (LOCAL_SIZE + 1) * BIN_SIZE * sizeof(cl_uint), NULL);

#define BIN_SIZE 256
#define LOCAL_SIZE 32

// CHECK: warning: load of 'hist[bin * size + i]' has 32-way bank conflicts
// CHECK: note: 'hist[], 32768 -> 33792 bytes, rows of 32 -> 33 elements' (pad-stride) leaves
// CHECK: host.c:12:{{[0-9]+}}: note: the host is changed to give 'hist' '(LOCAL_SIZE + 1) * BIN_SIZE * sizeof(cl_uint)' bytes instead of 'LOCAL_SIZE * BIN_SIZE * sizeof(cl_uint)'
// CHECK: note: 'hist': 33792 bytes are no multiple of 4096, as 32768 are; where memory is budgeted in such units, fewer blocks may fit
// CHECK: note: 'hist': longer rows bound the worst case of accesses whose index comes from memory; how fast these are depends on the data
__kernel void histogram(__global const uint *data, __local uint *hist,
                        __global uint *out) {
  size_t lid = get_local_id(0), size = get_local_size(0);
  for (uint bin = 0; bin < BIN_SIZE; ++bin)
    // FIXED: hist[bin * (size + 1) + lid] = 0;
    hist[bin * size + lid] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = 0; i < 64; ++i)
    // FIXED: hist[data[get_global_id(0) * 64 + i] % BIN_SIZE * (size + 1) + lid] += 1;
    hist[data[get_global_id(0) * 64 + i] % BIN_SIZE * size + lid] += 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint bin = lid; bin < BIN_SIZE; bin += size) {
    uint sum = 0;
    for (uint i = 0; i < size; ++i)
      // FIXED: sum += hist[bin * (size + 1) + i];
      sum += hist[bin * size + i];
    out[get_group_id(0) * BIN_SIZE + bin] = sum;
  }
}

// The same in an array that the kernel declares.
__kernel __attribute__((reqd_work_group_size(LOCAL_SIZE, 1, 1))) void
fixed(__global const uint *data, __global uint *out) {
  // FIXED: __local uint bins[BIN_SIZE * (LOCAL_SIZE + 1)];
  __local uint bins[BIN_SIZE * LOCAL_SIZE];
  size_t lid = get_local_id(0);
  for (uint bin = 0; bin < BIN_SIZE; ++bin)
    // FIXED: bins[lid + (LOCAL_SIZE + 1) * bin] = 0;
    bins[lid + LOCAL_SIZE * bin] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = 0; i < 64; ++i)
    bins[data[get_global_id(0) * 64 + i] % BIN_SIZE * LOCAL_SIZE + lid] += 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint bin = lid; bin < BIN_SIZE; bin += LOCAL_SIZE) {
    uint sum = 0;
    for (uint i = 0; i < LOCAL_SIZE; ++i)
      // FIXED: sum += bins[bin * (LOCAL_SIZE + 1) + i];
      sum += bins[bin * LOCAL_SIZE + i];
    out[get_group_id(0) * BIN_SIZE + bin] = sum;
  }
}

// Refused: a column may lie in the next row.
__kernel __attribute__((reqd_work_group_size(LOCAL_SIZE, 1, 1))) void
open(__global uint *out) {
  // FIXED: __local uint t[LOCAL_SIZE * LOCAL_SIZE * 2];
  __local uint t[LOCAL_SIZE * LOCAL_SIZE * 2];
  uint lid = get_local_id(0);
  // CHECK: note: no fix of 't' by pad-stride: line [[#@LINE+1]]: 't[lid * LOCAL_SIZE + lid + 1]' is not proved to keep its column within 0 to 31
  t[lid * LOCAL_SIZE + lid + 1] = lid;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[lid] = t[lid * LOCAL_SIZE];
}

// Refused: some access is not written as rows.
__kernel __attribute__((reqd_work_group_size(LOCAL_SIZE, 1, 1))) void
flat(__global uint *out) {
  __local uint u[LOCAL_SIZE * LOCAL_SIZE];
  uint lid = get_local_id(0);
  // CHECK: note: no fix of 'u' by pad-stride: line [[#@LINE+1]]: 'u[lid]' is not written as rows of one length, a * L + b, as all other accesses are
  u[lid] = lid;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[lid] = u[lid * LOCAL_SIZE + 3];
}

// With more updates, only their worst case costs more than the sum gains.
__kernel __attribute__((reqd_work_group_size(LOCAL_SIZE, 1, 1))) void
updates(__global const uint *data, __global uint *out) {
  // FIXED: __local uint many[BIN_SIZE * (LOCAL_SIZE + 1)];
  // CHECK: note: 'many[8192] -> many[8448], rows of 32 -> 33 elements' (pad-stride) leaves about {{[0-9]+}} wavefronts of {{[0-9]+}} on average for uniformly random values
  // CHECK: note: 'many': random values in memory leave about {{[0-9]+}} wavefronts, the worst ones {{[0-9]+}} where they left {{[0-9]+}}
  __local uint many[BIN_SIZE * LOCAL_SIZE];
  size_t lid = get_local_id(0);
  for (uint i = 0; i < 256; ++i)
    many[data[get_global_id(0) * 256 + i] % BIN_SIZE * LOCAL_SIZE + lid] += 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint bin = lid; bin < BIN_SIZE; bin += LOCAL_SIZE) {
    uint sum = 0;
    for (uint i = 0; i < LOCAL_SIZE; ++i)
      sum += many[bin * LOCAL_SIZE + i];
    out[get_group_id(0) * BIN_SIZE + bin] = sum;
  }
}
