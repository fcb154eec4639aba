// Statements that read and write at one address, and arrays of one size at one
// index, take the steps of one: a sort of keys with their values, of a length
// that is not known, is within what bankfix runs.

// RUN: %bankfix check %s > %t.log 2>&1 || true
// RUN: FileCheck %s < %t.log

// CHECK-NOT: more steps
// CHECK: load of 'keyA' has up to
// CHECK-NOT: more steps

__device__ void exchange(int &keyA, int &valueA, int &keyB, int &valueB,
                         bool ascending) {
  if ((keyA > keyB) == ascending) {
    int key = keyA, value = valueA;
    keyA = keyB;
    valueA = valueB;
    keyB = key;
    valueB = value;
  }
}

__global__ void sort(int *keys, int *values, unsigned length, bool ascending) {
  __shared__ int key[1024];
  __shared__ int value[1024];
  key[threadIdx.x] = keys[threadIdx.x];
  key[threadIdx.x + 512] = keys[threadIdx.x + 512];
  value[threadIdx.x] = values[threadIdx.x];
  value[threadIdx.x + 512] = values[threadIdx.x + 512];
  for (unsigned size = 2; size < length; size *= 2)
    for (unsigned stride = size / 2; stride > 0; stride /= 2) {
      __syncthreads();
      unsigned at = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      exchange(key[at], value[at], key[at + stride], value[at + stride],
               (threadIdx.x & (size / 2)) != 0);
    }
  for (unsigned stride = length / 2; stride > 0; stride /= 2) {
    __syncthreads();
    unsigned at = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
    exchange(key[at], value[at], key[at + stride], value[at + stride],
             ascending);
  }
  __syncthreads();
  keys[threadIdx.x] = key[threadIdx.x];
  values[threadIdx.x] = value[threadIdx.x];
}

void launch(int *keys, int *values, unsigned length) {
  sort<<<1, 512>>>(keys, values, length, true);
}
