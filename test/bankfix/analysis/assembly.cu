// Shared memory in inline assembly: ldmatrix, cp.async and others, whose
// addresses are numbers.

// RUN: %exits 1 %bankfix check --format=json %s | %json-lines | FileCheck %s
// RUN: %exits 1 %bankfix check --format=json %s | %validate
// RUN: %exits 1 %bankfix check %s 2>/dev/null | FileCheck %s --check-prefix=TEXT

__device__ unsigned address(const void *p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

__device__ void load4(unsigned (&r)[4], unsigned at) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];\n"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at));
}
// 16 rows of 128 bytes, then of 144 bytes.
// CHECK-DAG: "line": [[#@LINE-4]], {{.*}}"array": "wide", "op": "matrix", "bytes": 16, "index": "at", "path": "'load4', called in line [[#LOAD:]]", "certainty": "exact", "confidence": "likely", {{.*}}"wavefronts": 32, "ideal": 4,
// CHECK-DAG: "line": [[#@LINE-5]], {{.*}}"array": "padded", "op": "matrix", {{.*}}"path": "'load4', called in line [[#LOAD+1]]", {{.*}}"wavefronts": 4, "ideal": 4,
// TEXT: :[[#@LINE-6]]:{{[0-9]+}}: warning: matrix load of 'at' has 8-way bank conflicts

__device__ void copy16(unsigned to, const void *from, bool wanted) {
  asm volatile("{\n .reg .pred p;\n setp.ne.b32 p, %2, 0;\n"
               "@p cp.async.cg.shared.global [%0], [%1], %3;\n}\n"
               :: "r"(to), "l"(from), "r"((int)wanted), "n"(16));
}
// CHECK-DAG: "line": [[#@LINE-4]], {{.*}}"op": "async", "bytes": 16, {{.*}}"wavefronts": 4, "ideal": 4,

__global__ void tiles(unsigned *out, const uint4 *in, int n) {
  __shared__ short wide[16][64], padded[16][72];
  __shared__ uint4 line[64];
  __shared__ float plain[64];
  int row = threadIdx.x % 16, column = threadIdx.x / 16 * 8;
  unsigned r[4];
  load4(r, address(&wide[row][column]));
  load4(r, address(padded) + (row * 72 + column) * 2);
  copy16(address(&line[threadIdx.x]), in + threadIdx.x, n > 3);
  // TEXT: no fix of 'plain' {{.*}}: line [[#@LINE+1]]: '__cvta_generic_to_shared(plain)' makes a number of its address
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(plain)), v;
  // Two words of the same bank for each pair of lanes.
  // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"array": "plain", "op": "load", "bytes": 4, {{.*}}"certainty": "exact", {{.*}}"wavefronts": 2, "ideal": 1,
  asm volatile("ld.shared.u32 %[v], [%[at] + 8];" : [v] "=r"(v) : [at] "r"(at + threadIdx.x * 8));
  // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"array": "plain", "op": "store", "bytes": 8, {{.*}}"wavefronts": 2, "ideal": 2,
  asm volatile("st.shared.v2.f32 [%0], {%1, %2};" :: "r"(at + threadIdx.x * 8), "f"(1.0f), "f"(2.0f));
  // Half of the lanes say where.
  // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"op": "matrix", {{.*}}"requests": 1, "wavefronts": 16, "ideal": 2,
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared::cta.b16 {%0, %1}, [%2];" : "=r"(r[0]), "=r"(r[1]) : "r"(address(&wide[row][0])));
  out[threadIdx.x] = r[0] + r[1] + r[2] + r[3] + v;
}

// One variable has the addresses of two arrays, one after the other.
__global__ void again(unsigned *out, int n) {
  __shared__ __align__(16) short wide[16][64], padded[16][72];
  __shared__ unsigned b[32], c[64];
  int row = threadIdx.x % 16, column = threadIdx.x / 16 * 8;
  unsigned r[4], at = address(&wide[row][column]);
  // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"array": "wide", {{.*}}"certainty": "exact", {{.*}}"requests": 1, "wavefronts": 32, "ideal": 4,
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];\n" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at));
  at = address(&padded[row][column]);
  // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"array": "padded", {{.*}}"certainty": "exact", {{.*}}"requests": 1, "wavefronts": 4, "ideal": 4,
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];\n" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at));
  // One or the other, for all lanes.
  unsigned v;
  at = n > 3 ? address(b) : address(c);
  at += threadIdx.x * 4;
  // CHECK-DAG: "line": [[#@LINE+2]], {{.*}}"array": "b", "op": "load", {{.*}}"certainty": "bounded", {{.*}}"requests": 1, "wavefronts": 1,
  // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"array": "c", "op": "load", {{.*}}"certainty": "bounded", {{.*}}"requests": 1, "wavefronts": 1,
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(v) : "r"(at));
  // Even lanes to one array, and odd ones to the other.
  at = threadIdx.x % 2 ? address(c) : address(b);
  // CHECK-DAG: "line": [[#@LINE+2]], {{.*}}"array": "b", {{.*}}"certainty": "bounded", {{.*}}"reason": "its pointer leads the lanes of one request to several arrays"
  // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"array": "c", {{.*}}"certainty": "bounded", {{.*}}"reason": "its pointer leads the lanes of one request to several arrays"
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(v) : "r"(at));
  out[threadIdx.x] = r[0] + r[1] + r[2] + r[3] + v;
}

// What is not known is not counted.
__global__ void unknown(unsigned *out, const uint4 *in, int n) {
  __shared__ uint4 a[32], b[32], c[32], d[32];
  // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"array": "a", {{.*}}"certainty": "unknown", {{.*}}"reason": "line [[#@LINE+1]]: its address is used in 'address(a)', which bankfix does not follow; index the array itself there"
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" :: "r"(address(a)), "l"(in), "r"(n), "r"(0));
  unsigned at = n > 3 ? address(b) : address(c);
  unsigned v;
  // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"certainty": "unknown", {{.*}}"reason": "its address may be that of several arrays"
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(v) : "r"(at + address(b) - address(c)));
  // CHECK-DAG: "line": [[#@LINE+1]], {{.*}}"array": "d", {{.*}}"certainty": "unknown", {{.*}}"reason": "the size of the copy is not known"
  asm volatile("cp.async.cg.shared.global [%0], [%1], %2;" :: "r"(address(d + threadIdx.x)), "l"(in), "r"(n));
  out[threadIdx.x] = v;
}

void launch(unsigned *out, uint4 *in, int n) {
  tiles<<<1, 32>>>(out, in, n);
  again<<<1, 32>>>(out, n);
  unknown<<<1, 32>>>(out, in, n);
}
