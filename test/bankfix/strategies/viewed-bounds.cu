// Four elements at once, from one on: what is not proved of that one's
// subscripts is relied on as it is where it is accessed alone.

// RUN: %exits 1 %bankfix check --objective=wavefronts --cuda-headers=builtin --sort=source %s | FileCheck %s
// RUN: %exits 1 %bankfix check --objective=wavefronts --cuda-headers=builtin --sort=source --strict-bounds %s | FileCheck %s --check-prefix=STRICT
// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin %s -o %t.cu > %t.log
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED
// RUN: %clang-device %t.cu
// RUN: %bankfix --objective=wavefronts --cuda-headers=builtin %t.cu -o %t.again.cu > %t.log
// RUN: cmp %t.cu %t.again.cu

// STRICT-NOT: relies on

#define FLOAT4(place) (reinterpret_cast<float4 *>(&(place))[0])
#define TILE_STORES(tile)                                                      \
  int thread = threadIdx.y * blockDim.x + threadIdx.x;                         \
  int row = (thread & 1) << 2, column = thread >> 1;                           \
  for (int i = 0; i < 4; ++i)                                                  \
    tile[row + i][column] = in[thread + i];                                    \
  __syncthreads();

// A tile of a product: larger blocks would leave the array, so that none of
// them is likely.
__global__ void product(float *out, const float *in, int n) {
  // CHECK: note: 'a[8][128] -> a[8][132]' (pad-row)
  // CHECK: note: 'a' relies on column < 128, threadIdx.y * 4 < 125, threadIdx.y * 4 + 64 < 125, as
  // STRICT: note: no fix of 'a' by pad-row: {{.*}} is not proved to keep subscript 2 within 0 to 127 for every block size
  // FIXED: float a[8][132];
  __shared__ float a[8][128];
  for (int k = 0; k < n; ++k) {
    TILE_STORES(a)
    float4 x = FLOAT4(a[k & 7][threadIdx.y * 4]);
    float4 y = reinterpret_cast<float4 &>(a[k & 7][threadIdx.y * 4 + 64]);
    float4 z = *(float4 *)&a[k & 7][threadIdx.y * 4];
    out[thread] += x.x + x.w * y.y + z.z;
    __syncthreads();
  }
}

// From the first row on, as far as a parameter says.
__global__ void first(float *out, const float *in, int n) {
  // CHECK: note: no fix of 'b' by pad-row: {{.*}} 'FLOAT4(b[0][4 * i]).x' is not proved to keep subscript 2 within 0 to 127
  // FIXED: float b[8][128];
  __shared__ float b[8][128];
  TILE_STORES(b)
  for (int i = 0; i < n; ++i)
    out[thread] += FLOAT4(b[0][4 * i]).x;
}

// Through all rows.
__global__ void all(float *out, const float *in) {
  // CHECK: note: no fix of 'c' by pad-row: {{.*}} 'FLOAT4(c[4][4 * (thread & 127)]).x' has values of subscript 2 outside 0 to 127 in blocks of 32x8 threads
  // FIXED: float c[8][128];
  __shared__ float c[8][128];
  TILE_STORES(c)
  out[thread] = FLOAT4(c[4][4 * (thread & 127)]).x;
}

// The first row is filled before the loop, and each of the others in it.
__global__ void before(float *out, const float *in, int n) {
  // CHECK: note: 'd[32][32] -> d[32][33]' (pad-row)
  // CHECK: note: 'd' relies on threadIdx.x < 32, as
  // FIXED: float d[32][33];
  __shared__ float d[32][32];
  d[0][threadIdx.x] = in[threadIdx.x];
  for (int k = 1; k < n; ++k)
    d[k & 31][threadIdx.x] = in[threadIdx.x + k];
  __syncthreads();
  for (int k = 1; k < n; ++k)
    out[threadIdx.x] += d[threadIdx.x & 31][k & 31];
}

// As far as a parameter says, whatever else has an index of that name.
__global__ void through(float *out, const float *in, int n) {
  // CHECK: note: no fix of 'f' by pad-row: {{.*}} 'f[0][i]' is not proved to keep subscript 2 within 0 to 31
  // FIXED: float f[32][32];
  __shared__ float f[32][32];
  for (int i = 0; i < n; ++i)
    f[0][i] = in[i];
  __syncthreads();
  for (int i = 0; i < 32; ++i)
    out[i] += f[threadIdx.x & 31][i];
}

// In steps of four, so that the last four are the last ones of a row.
__global__ void stepped(float *out, const float *in) {
  // CHECK: note: 'e[8][128] -> e[8][132]' (pad-row)
  // FIXED: float e[8][132];
  __shared__ float e[8][128];
  TILE_STORES(e)
  for (int i = 0; i < 8; i += 4)
    out[thread] += FLOAT4(e[row][(thread & 15) * 8 + i]).x;
}

void launch(float *out, const float *in, int n) {
  before<<<1, 32>>>(out, in, n);
  through<<<1, 32>>>(out, in, n);
  before<<<1, n>>>(out, in, n);
  stepped<<<1, dim3(16, 16)>>>(out, in);
}
