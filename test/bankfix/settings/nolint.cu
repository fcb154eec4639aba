// Comments keep findings quiet, and what they are about as it is.

// RUN: %exits 1 %bankfix check --objective=wavefronts %s > %t.out
// RUN: FileCheck %s --implicit-check-not="warning: load" < %t.out
// RUN: FileCheck %s --check-prefix=UNUSED < %t.out
// RUN: %bankfix --objective=wavefronts %s -o - 2>/dev/null | %code | FileCheck %s --check-prefix=CODE
// RUN: %exits 1 %bankfix check --objective=wavefronts --format=json %s | %validate
// RUN: %exits 1 %bankfix check --objective=wavefronts --format=sarif %s | FileCheck %s --check-prefix=SARIF
// What a kernel that stays uses, stays, whichever kernels are asked for.
// RUN: %bankfix --objective=wavefronts --kernel=demonstration %s -o - 2>/dev/null | cmp - %s
// SARIF-COUNT-2: "kind": "inSource"

__global__ void sameLine(float *out) {
  // CODE: float a[32][32];
  __shared__ float a[32][32];
  out[0] = a[threadIdx.x][0]; // NOLINT
}

__global__ void nextLine(float *out) {
  // CODE: float b[32][32];
  __shared__ float b[32][32];
  // NOLINTNEXTLINE(bankfix-shared-load, readability-*)
  out[0] = b[threadIdx.x][0];
}

__global__ void block(float *out) {
  // CODE: float c[32][32];
  __shared__ float c[32][32];
  // NOLINTBEGIN(bankfix-*)
  out[0] = c[threadIdx.x][0];
  out[1] = c[threadIdx.x][1];
  // NOLINTEND(bankfix-*)
}

// Others' rules are others' business.
__global__ void others(float *out) {
  // CODE: float d[32][33];
  __shared__ float d[32][32];
  // CHECK: warning: load of 'd[threadIdx.x][0]'
  out[0] = d[threadIdx.x][0]; // NOLINT(readability-magic-numbers)
}

// What is said of one access does not speak for the others.
__global__ void part(float *out) {
  // CODE: float e[32][33];
  __shared__ float e[32][32];
  // CHECK: warning: load of 'e[threadIdx.x][1]'
  out[0] = e[threadIdx.x][0]; /* NOLINT(bankfix-shared-load) */
  out[1] = e[threadIdx.x][1];
}

// A text is no comment: "NOLINT".
__global__ void text(float *out) {
  __shared__ float f[32][32];
  // CHECK: warning: load of 'f[threadIdx.x][0]'
  out[sizeof("// NOLINT")] = f[threadIdx.x][0];
}

// bankfix: keep
template <int N> __global__ void demonstration(float *out) {
  // CODE: float g[N][N];
  __shared__ float g[N][N];
  out[0] = g[threadIdx.x][0];
}

__global__ void behind(float *out) { // bankfix: keep, for the lecture
  // CODE: float h[32][32];
  __shared__ float h[32][32];
  out[0] = h[threadIdx.x][0];
}

// UNUSED: nolint.cu:[[#@LINE+1]]:1: warning: 'NOLINT(bankfix-shared-store)' hides no finding; it can go
int unused; // NOLINT(bankfix-shared-store)
// UNUSED: nolint.cu:[[#@LINE+1]]:1: warning: 'bankfix: keep' stands at no kernel
int alone; // bankfix: keep
// UNUSED: nolint.cu:[[#@LINE+1]]:1: warning: 'NOLINTEND(bankfix-*)' has no NOLINTBEGIN
// NOLINTEND(bankfix-*)
// UNUSED: nolint.cu:[[#@LINE+1]]:1: warning: 'NOLINTBEGIN(bankfix-unknown)' has no NOLINTEND
// NOLINTBEGIN(bankfix-unknown)

void run(float *out) {
  sameLine<<<1, 32>>>(out);
  nextLine<<<1, 32>>>(out);
  block<<<1, 32>>>(out);
  others<<<1, 32>>>(out);
  part<<<1, 32>>>(out);
  text<<<1, 32>>>(out);
  demonstration<32><<<1, 32>>>(out);
  behind<<<1, 32>>>(out);
}
