// Loops over the elements of an array.

// RUN: %exits 1 %bankfix check --format=json %s | %json-lines | FileCheck %s

__global__ void ranges(int *out, const int *in) {
  __shared__ int s[32], columns[32][32];
  int local[4] = {1, 2, 3, 4}, sum = 0;
  // Set one by one: one address for all lanes.
  // CHECK: "line": [[#@LINE+1]], {{.*}}"op": "load", {{.*}}"index": "s", {{.*}}"requests": 32, "wavefronts": 32, "ideal": 32, {{.*}}"merged": {"bytes": 16,
  for (int x : s)
    sum += x;
  for (int &x : s)
    // CHECK: "line": [[#@LINE+1]], {{.*}}"op": "store", {{.*}}"requests": 32, "wavefronts": 32,
    x = sum;
  int k = 0;
  for (int x : local) {
    // CHECK: "line": [[#@LINE+1]], {{.*}}"requests": 4, "wavefronts": 128, "ideal": 4,
    sum += columns[threadIdx.x][k] + x;
    ++k;
  }
  for (auto &row : columns)
    // CHECK: "line": [[#@LINE+1]], {{.*}}"index": "row[threadIdx.x]", {{.*}}"certainty": "exact", {{.*}}"requests": 32, "wavefronts": 32, "ideal": 32,
    sum += row[threadIdx.x];
  for (int x : local)
    // CHECK: "line": [[#@LINE+1]], {{.*}}"reason": "the index depends on 'local', which only the run knows"
    columns[threadIdx.x][x & 31] = sum;
  out[threadIdx.x] = sum;
}

void launch(int *out, int *in) { ranges<<<1, 32>>>(out, in); }
