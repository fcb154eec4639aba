// Columns of tiles whose elements are not four bytes wide.

// RUN: %exits 1 %bankfix check --sort=source %s 2>&1 | FileCheck %s
// RUN: %bankfix --sort=source %s -o %t.cu > %t.log 2>&1
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %exits 0 %bankfix check --sort=source %t.cu > %t.after 2>&1
// RUN: not grep warning: %t.after
// RUN: %bankfix --sort=source %t.cu -o %t.again.cu && cmp %t.cu %t.again.cu

// Half a warp a phase: 16 rows in one pair of banks.
__global__ void doubles(double *out) {
  // FIXED: __shared__ double tile[32][33];
  __shared__ double tile[32][32];
  tile[threadIdx.y][threadIdx.x] = out[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  // CHECK: :[[#@LINE+1]]:45: warning: load of 'tile[threadIdx.x][threadIdx.y]' has 16-way bank conflicts: 1024 wavefronts where 64 suffice
  out[threadIdx.y * 32 + threadIdx.x] = 2 * tile[threadIdx.x][threadIdx.y];
}

// A row is 8 banks: four rows a bank row, eight rows a bank. A pad has to fill
// whole words: one byte is not enough.
__global__ void bytes(unsigned char *out) {
  // FIXED: __shared__ unsigned char tile[32][36];
  __shared__ unsigned char tile[32][32];
  tile[threadIdx.y][threadIdx.x] = out[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  // CHECK: warning: load of 'tile[threadIdx.x][threadIdx.y]' has 8-way bank conflicts: 256 wavefronts where 32 suffice
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

// A row is all the banks. A pad of one element still puts two rows in a bank.
__global__ void shorts(short *out) {
  // FIXED: __shared__ short tile[32][66];
  __shared__ short tile[32][64];
  tile[threadIdx.y][threadIdx.x] = out[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  // CHECK: warning: load of 'tile[threadIdx.x][threadIdx.y]' has 32-way bank conflicts: 1024 wavefronts where 32 suffice
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

void launch(double *d, unsigned char *b, short *s) {
  dim3 block(32, 32);
  doubles<<<1, block>>>(d);
  bytes<<<1, block>>>(b);
  shorts<<<1, block>>>(s);
}
