// A template is analysed for each of its instances; one without is named, and
// gets its arguments from the command line.

// RUN: %bankfix check --verbose --fail-on=never %s > %t.out
// RUN: FileCheck %s < %t.out
// RUN: FileCheck %s --check-prefix=PLAIN < %t.out
// RUN: %bankfix check --fail-on=never --format=json %s | %json-lines | FileCheck %s --check-prefix=JSON
// RUN: %bankfix check --fail-on=never --assume=T=float --assume=N=32 --format=json %s | %json-lines | FileCheck %s --check-prefix=GIVEN
// RUN: %bankfix check --fail-on=never --assume=T=double,N=16 --format=json %s | %json-lines | FileCheck %s --check-prefix=OTHER
// RUN: %bankfix check --verbose --fail-on=never --assume=T=void,N=16 %s | FileCheck %s --check-prefix=UNFIT

// JSON: kernel {"name": "used", "instance": "<16>"
// JSON: kernel {"name": "used", "instance": "<32>"
// JSON-NOT: kernel
template <int N> __global__ void used(float *out) {
  __shared__ float s[32][N];
  // CHECK-DAG: [[#@LINE+2]]:3: warning: store to 's[threadIdx.x][0]' has 16-way bank conflicts in 'used<16>'
  // CHECK-DAG: [[#@LINE+1]]:3: warning: store to 's[threadIdx.x][0]' has 32-way bank conflicts in 'used<32>'
  s[threadIdx.x][0] = out[0];
}

namespace detail {
// CHECK-DAG: [[#@LINE+6]]:17: note: template 'unused' is never instantiated here; give its arguments with --assume=T=..,N=..
// GIVEN: kernel {"name": "unused", "instance": "<float, 32{{.*}}>"
// GIVEN: array {{.*}}"float[32][32]"
// OTHER: kernel {"name": "unused", "instance": "<double, 16{{.*}}>"
// UNFIT: note: the template arguments given with --assume do not fit
template <typename T, int N, bool Flag = true>
__global__ void unused(T *out) {
  __shared__ T t[N][N];
  t[threadIdx.y][threadIdx.x] = out[0];
}
} // namespace detail

// A template without shared memory is of no interest.
// PLAIN-NOT: 'plain'
template <typename T> __global__ void plain(T *out) { *out = 0; }

void run(float *out) {
  used<16><<<1, 32>>>(out);
  used<32><<<1, 32>>>(out);
}
