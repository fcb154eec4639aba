// Pointers in a record that goes where nobody follows it: what they are used
// for is not known, and that is said.

// RUN: %exits 0 %bankfix check --format=json %s | %json-lines | FileCheck %s

struct View {
  float *data;
  int pitch;
  View() = default;
  __device__ View(float *data, int pitch) : data(data), pitch(pitch) {}
  __device__ float &at(int r, int c) const { return data[r * pitch + c]; }
};

struct Pair {
  View first, second;
  __device__ Pair(float *a, float *b) : first{a, 32}, second{b, 32} {}
  __device__ View &get(int i) { return i ? second : first; }
};

struct Derived : View {
  using View::View;
  __device__ float &next(int r) { return at(r + 1, 0); }
};

struct Element {
  float &value;
};

struct Rows {
  float (&rows)[32][32];
};

__device__ void change(View *);
__device__ void take(View);
__device__ View Kept;

__global__ void lost(float *out, int n) {
  __shared__ float x[1024], y[1024];
  // CHECK-DAG: "line": [[#@LINE+2]], {{.*}}"array": "x", {{.*}}"reason": "line [[#@LINE+2]]: its address is used in 'pair(x, y)', which bankfix does not follow; index the array itself there"
  // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"array": "y", {{.*}}"reason": "line [[#@LINE+1]]: its address is used in 'pair(x, y)', which bankfix does not follow; index the array itself there"
  Pair pair(x, y);
  pair.get(n).at(threadIdx.x, 0) = 1;
  // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"reason": "line [[#@LINE+1]]: its address is used in '{x, 32}', which bankfix does not follow; index the array itself there"
  View changed = {x, 32};
  change(&changed);
  changed.at(threadIdx.x, 0) = 1;
  // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"reason": "line [[#@LINE+1]]: its address is used in '{y, 16}', which bankfix does not follow; index the array itself there"
  View several[2] = {{out, 32}, {y, 16}};
  // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"reason": "line [[#@LINE+1]]: its address is used in 'View{x, 8}', which bankfix does not follow; index the array itself there"
  several[0] = View{x, 8};
  several[n].at(threadIdx.x, 0) = 1;
  View followed{y, 1};
  followed.at(threadIdx.x, 0) = 1;
  // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"reason": "line [[#@LINE+1]]: its address is used in 'followed', which bankfix does not follow; index the array itself there"
  take(followed);
  // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"reason": "line [[#@LINE+1]]: its address is used in 'followed', which bankfix does not follow; index the array itself there"
  Kept = followed;
}

__global__ void members(float *out, int n) {
  __shared__ float x[1024], y[32], z[32][32];
  // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"reason": "line [[#@LINE+1]]: its address is used in 'x', which bankfix does not follow; index the array itself there"
  Derived derived(x, 32);
  derived.next(threadIdx.x) = 1;
  // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"reason": "line [[#@LINE+1]]: its address is used in 'y[threadIdx.x]', which bankfix does not follow; index the array itself there"
  Element element{y[threadIdx.x]};
  element.value = 1;
  // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"reason": "line [[#@LINE+1]]: its address is used in 'z', which bankfix does not follow; index the array itself there"
  Rows all{z};
  all.rows[threadIdx.x][0] = 1;
}

void launch(float *out, int n) {
  lost<<<1, 32>>>(out, n);
  members<<<1, 32>>>(out, n);
}
