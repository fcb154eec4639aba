// Of a launch whose block is made of one number that only the run knows, the
// block and the arguments that are made of it, too, belong together.

// RUN: %exits 1 %bankfix check --objective=wavefronts --verbose %s | FileCheck %s
// RUN: %bankfix --objective=wavefronts %s -o %t.cu > %t.notes
// RUN: %exits 0 %bankfix check --objective=wavefronts --kernel=transpose %t.cu
// RUN: %exits 1 %bankfix check --objective=wavefronts --format=json %s > %t.json
// RUN: FileCheck --check-prefix=JSON --input-file=%t.json %s
// RUN: %exits 0 %bankfix verify --objective=wavefronts --kernel=transpose --strict %s > %t.verify

// JSON says what else belongs to the blocks, in their order.
// JSON: "name": "transpose"
// JSON: "assumptions": [
// JSON-NEXT: "side is 16 or 8, as the block is"
// JSON-NEXT: ]

// Rows are as long as the block is wide: the store has no conflict.
// CHECK-NOT: store to 'tile
// CHECK: [[#@LINE+8]]:{{.*}}: warning: load of 'tile[x * side + y]' has up to 8-way bank conflicts with blocks of 16x16 threads: at most 64 wavefronts where 8 suffice
// CHECK: 'tile[256], indexed through
// CHECK: assuming blocks of 16x16 or 8x8 threads
__global__ void transpose(float *out, const float *in, int width, int side) {
  __shared__ float tile[256];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y * side + x] = in[(blockIdx.y * side + y) * width + x];
  __syncthreads();
  out[y * width + x] = tile[x * side + y];
}

// CHECK-NOT: 'row[
__global__ void rows(float *out, unsigned pitch) {
  __shared__ float row[1024];
  row[threadIdx.y * pitch + threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = row[threadIdx.y * pitch + threadIdx.x];
}

// Half as many threads as elements, for any of these.
// CHECK: [[#@LINE+4]]:{{.*}}: warning: load of 'halves[last - 2 * threadIdx.x]' has up to 2-way bank conflicts with blocks of 256 threads: at most 16 wavefronts where 8 suffice
__global__ void backwards(float *out, int n) {
  __shared__ float halves[512];
  int last = n - 1;
  out[threadIdx.x] = halves[last - 2 * threadIdx.x];
}

// Of two numbers, nothing is known.
// CHECK: [[#@LINE+3]]:{{.*}} load of 'both[threadIdx.y * pitch + threadIdx.x]' has up to
__global__ void two(float *out, int pitch) {
  __shared__ float both[1024];
  out[threadIdx.x] = both[threadIdx.y * pitch + threadIdx.x];
}

// What is reached for other numbers alone is not hidden by likely ones.
// CHECK: [[#@LINE+4]]:{{.*}}: warning: load of 'hidden[(threadIdx.x * 32) & 1023]' has up to 32-way
__global__ void hides(float *out, int n) {
  __shared__ float hidden[1024];
  if (n % 3 == 0)
    out[threadIdx.x] = hidden[(threadIdx.x * 32) & 1023];
}

void run(float *out, const float *in, int side, int n) {
  hides<<<1, n>>>(out, n);
  transpose<<<1, dim3(side, side)>>>(out, in, 4096, side);
  const dim3 block(side / 2, 4);
  rows<<<n / block.x, block>>>(out, block.x);
  backwards<<<1, n / 2>>>(out, n);
  two<<<1, dim3(side, n)>>>(out, side);
}
