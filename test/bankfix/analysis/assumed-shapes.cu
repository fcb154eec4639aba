// Where no block shape is known, the worst of the usual ones counts, never as
// exact; the report lists them.

// RUN: %exits 1 %bankfix check --verbose %s | FileCheck %s
// RUN: %bankfix check --fail-on=never --format=json %s | %json-lines | FileCheck %s --check-prefix=JSON
// RUN: %bankfix check --verbose --fail-on=never --block-dim=plane=32,8 %s | FileCheck %s --check-prefix=GIVEN --allow-empty

// JSON: kernel {"name": "plane", {{.*}}"block": [32, 8, 1], "block_from": "assumed", "block_shapes": {{\[}}[32, 8, 1], [16, 16, 1], [32, 32, 1]{{\]}}
__global__ void plane(float *out) {
  __shared__ float t[64][64];
  // Two rows of 16 lanes, 128 words apart, with a block of 16x16.
  // CHECK: :[[#@LINE+6]]:3: warning: store to 't[threadIdx.y * 2][threadIdx.x]' has up to 2-way bank conflicts with blocks of 16x16 threads: at most 16 wavefronts where 8 suffice
  // CHECK: note: assuming blocks of 32x8 or 16x16 or 32x32 threads; --block-dim=plane=X,Y,Z tells otherwise
  // All numbers are of one shape, the worst.
  // JSON: access {{.*}}"certainty": "bounded", {{.*}}"degree": {"min": 2{{[.0]*}}, "max": 2{{[.0]*}}, {{.*}}"requests": 8, "wavefronts": 16, "ideal": 8, {{.*}}"block": [16, 16, 1]
  // GIVEN-NOT: 't[threadIdx.y * 2][threadIdx.x]'
  // JSON-NEXT: array
  t[threadIdx.y * 2][threadIdx.x] = out[0];
}

// A block that fills the array is taken.
// JSON: kernel {"name": "filled", {{.*}}"block": [16, 16, 1], "block_from": "assumed", "block_shapes": {{\[}}[16, 16, 1]{{\]}}
__global__ void filled(float *out) {
  __shared__ float t[16][16];
  t[threadIdx.y][threadIdx.x] = out[0];
}

// The first of the usual shapes has no thread that comes to the second access.
// JSON: kernel {"name": "beyond",
__global__ void beyond(float *out) {
  __shared__ float s[256];
  // JSON: access {"line": [[#@LINE+1]], {{.*}}"certainty": "bounded", {{.*}}"requests": 32, "wavefronts": 32, "ideal": 32, {{.*}}"block": [1024, 1, 1]
  s[threadIdx.x & 255] = out[0];
  if (threadIdx.x >= 256)
    // JSON: access {"line": [[#@LINE+1]], {{.*}}"certainty": "bounded", {{.*}}"requests": 24, "wavefronts": 24, "ideal": 24, "excess": 0
    s[threadIdx.x - 256 & 255] = out[1];
}

// A thread of a block of 1024 or 512 would leave the array, wherever its index
// comes from: nobody launches such a block, so that it says nothing.
// JSON: kernel {"name": "room", {{.*}}"block_shapes": {{\[}}[256, 1, 1], [128, 1, 1], [64, 1, 1], [32, 1, 1]{{\]}}
__global__ void room(float *out) {
  __shared__ float s[546];
  int a = 2 * threadIdx.x;
  a += (unsigned)a >> 24;
  s[a] = out[0];
  // CHECK: :[[#@LINE+1]]:12: warning: load of 's[a]' has up to 2-way bank conflicts with blocks of 256 threads
  out[1] = s[a];
}

// Of 64 threads, each has 16 elements.
// JSON: kernel {"name": "own_values", {{.*}}"block_shapes": {{\[}}[32, 2, 1], [16, 4, 1], [8, 8, 1], [32, 1, 1], [8, 4, 1], [4, 4, 1]{{\]}}
// JSON: array {"name": "own", {{.*}}"fix": {{.*}}"index-macro"
__global__ void own_values(float *out) {
  __shared__ int own[16 * 64];
  int t = threadIdx.x + threadIdx.y * blockDim.x;
  for (int i = 0; i < 16; ++i)
    own[16 * t + i] = i;
  out[t] = own[16 * t + 7];
}

// A thread that only the run sends there shows nothing, nor does an iteration
// that there may not be.
// JSON: kernel {"name": "perhaps", {{.*}}"block_shapes": {{\[}}[256, 1, 1], [128, 1, 1], [64, 1, 1], [512, 1, 1], [1024, 1, 1], [32, 1, 1]{{\]}}
__global__ void perhaps(float *out, int n) {
  __shared__ float s[64];
  int a = threadIdx.x;
  a += (unsigned)a >> 24;
  if (a < n)
    s[a] = out[0];
  for (int i = a; i < n; i += blockDim.x)
    s[i] = out[i];
}
