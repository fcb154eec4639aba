// Indices that no closed form of a stride describes.

// RUN: %exits 1 %bankfix check %s 2>&1 | FileCheck %s
// RUN: %exits 1 %bankfix check --format=json %s | %json-lines | FileCheck %s --check-prefix=JSON

__global__ void forms(float *out) {
  __shared__ float s[64];
  __shared__ float grid[2][32];
  int t = threadIdx.x;
  int x = threadIdx.x, y = threadIdx.y;
  float sum = 0;

  // Modulo 64, 5t meets each bank once.
  // JSON: "index": "[(t*5)%64]", "certainty": "exact"{{.*}}"max": 1,{{.*}}"wavefronts": 2, "ideal": 2, "excess": 0
  sum += s[(t*5)%64];

  // Lanes 16 apart are 96 words apart, which is 32 modulo 64.
  // CHECK-NOT: warning:
  // CHECK: :[[#@LINE+2]]:10: warning: load of 's[(t*6)&63]' has 2-way bank conflicts: 4 wavefronts where 2 suffice [bankfix-shared-load]
  // JSON: "index": "[(t*6)&63]", "certainty": "exact"{{.*}}"max": 2,{{.*}}"wavefronts": 4, "ideal": 2, "excess": 2
  sum += s[(t*6)&63];

  // Four lanes read one word: a broadcast.
  // JSON: "index": "[t & ~3]", "certainty": "exact"{{.*}}"max": 1,{{.*}}"wavefronts": 2, "ideal": 2, "excess": 0
  sum += s[t & ~3];

  // For any y, a permutation of the banks.
  // JSON: "index": "[y][x ^ y]", "certainty": "exact"{{.*}}"max": 1,{{.*}}"wavefronts": 2, "ideal": 2, "excess": 0
  sum += grid[y][x ^ y];

  // CHECK-NOT: warning:
  out[t] = sum;
}

void launch(float *out) { forms<<<64, dim3(32, 2)>>>(out); }
