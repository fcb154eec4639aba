// All lanes that read constant memory at one address get one value; it is not
// known, but the same again.

// RUN: %exits 1 %bankfix check --format=json %s | %json-lines | FileCheck %s
// RUN: %bankfix check --verbose --fail-on=never --assume='table[3]=16' --kernel=k %s | FileCheck %s --check-prefix=GIVEN

__constant__ int table[16], rows[4][4];
__constant__ struct { int pitch, offsets[4]; } plan;
__constant__ int *elsewhere;

__device__ int look(const int *of, int i) { return of[i]; }

__global__ void k(float *out, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  // GIVEN: :[[#@LINE+2]]:3: warning: store to 's[t * table[3]]' has 16-way bank conflicts
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "bounded", {{.*}}"degree": {"min": 1{{[.0]*}}, "max": 32
  s[t * table[3]] = 1;
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"certainty": "exact", {{.*}}"requests": 16, "wavefronts": 16,
  for (int i = 0; i < 16; ++i)
    s[t + table[i]] = 2;
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"wavefronts": 1,
  s[t + table[blockIdx.x] + *(table + n) + rows[n][blockIdx.y] + plan.offsets[n]] = 3;
  // One value, wherever it is read.
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"wavefronts": 2,
  s[t * 2 + t * (table[n] - table[n])] = 4;
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "bounded", {{.*}}"wavefronts": 32,
  s[t * (table[n] - table[n + 1] + 1)] = 5;
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"certainty": "exact", {{.*}}"wavefronts": 2, {{.*}}"trips": "table[n]"
  for (int i = 0; i < table[n]; ++i)
    s[t * 2 + i] = 6;
  // A step that changes is none, whatever it is called.
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"certainty": "exact", {{.*}}"wavefronts": 2, {{.*}}"per_iteration": true
  for (int i = 0; i < table[i]; ++i)
    s[t * 2 + i] = 6;
  // In functions, by what is passed.
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"wavefronts": 1,
  s[t + look(table, n) * 64] = 7;
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "bounded", {{.*}}"wavefronts": 32,
  s[t * (look(table, n) - look(table + 1, n) + 1)] = 8;
  // Not the lanes' own, and not what a pointer in constant memory leads to.
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "bounded", {{.*}}"reason": "the index depends on 'table[t % 4]', which only the run knows"
  s[t + table[t % 4]] = 9;
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "bounded", {{.*}}"reason": "the index depends on 'elsewhere[0]', which only the run knows"
  s[t + elsewhere[0]] = 10;
  out[t] = s[t];
}

// More iterations than are run one by one.
__global__ void many(float *out) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  for (int j = 0; j < 2; ++j)
    for (int i = 0; i < 600; ++i) {
      // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact", {{.*}}"requests": 1200, "wavefronts": 1200,
      s[t + table[i & 15]] = 1;
      // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "bounded", {{.*}}"wavefronts": 38400,
      s[t * table[i & 15]] = 1;
    }
  out[t] = s[t];
}

void run(float *out, int n) {
  k<<<4, 32>>>(out, n);
  many<<<4, 32>>>(out);
}
