// A strategy is one source and one line of a table: that of test/strategy goes
// through plan, rewrite, proof and report, and nothing else names it.

// RUN: %bankfix-one-more --objective=wavefronts --strategy=reverse-row %s -o %t.cu 2>&1 | FileCheck %s
// RUN: %code %t.cu | FileCheck --check-prefix=NEW %s
// RUN: %clang-device %t.cu
// RUN: %bankfix-one-more verify --objective=wavefronts --strategy=reverse-row %s
// RUN: %bankfix-one-more check --objective=wavefronts --fail-on=never --format=json --strategy=reverse-row %s | %json-lines | FileCheck --check-prefix=JSON %s
// RUN: %exits 2 %bankfix check --strategy=reverse-row %s 2>&1 | FileCheck --check-prefix=UNKNOWN %s

// CHECK: warning: load of 't[threadIdx.x][threadIdx.x]' has 31-way bank conflicts
// CHECK: note: 't[32][31], indexed through BANKFIX_REVERSE31' (reverse-row) leaves
// JSON: "strategy": "reverse-row"{{.*}}"verified": true
// UNKNOWN: there is no strategy 'reverse-row'

// NEW: #define BANKFIX_REVERSE31(i) (30 - (i))
__global__ void diagonal(float *out, const float *in) {
  __shared__ float t[32][31];
  // NEW: t[threadIdx.y][BANKFIX_REVERSE31(threadIdx.x)] = in
  if (threadIdx.x < 31)
    t[threadIdx.y][threadIdx.x] = in[threadIdx.y * 31 + threadIdx.x];
  __syncthreads();
  // NEW: out[threadIdx.x] = t[threadIdx.x][BANKFIX_REVERSE31(threadIdx.x)];
  if (threadIdx.y == 0 && threadIdx.x < 31)
    out[threadIdx.x] = t[threadIdx.x][threadIdx.x];
}

// Where its own file says no, the report says why.
// RUN: %bankfix-one-more check --objective=wavefronts --fail-on=never --verbose --strategy=reverse-row %s 2>&1 | FileCheck --check-prefix=REFUSED %s
// REFUSED: no fix of 's' by reverse-row: it has no rows
__global__ void flat(float *out, const float *in) {
  __shared__ float s[1024];
  for (int i = threadIdx.x; i < 1024; i += 32)
    s[i] = in[i];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x * 32];
}

void launch(float *out, const float *in) {
  diagonal<<<1, dim3(32, 31)>>>(out, in);
  flat<<<1, 32>>>(out, in);
}
