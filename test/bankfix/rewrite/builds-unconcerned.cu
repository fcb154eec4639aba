// What another build has in its structs, and how many blocks it launches, decide
// nothing about an array: such a build does not have to compile here.

// RUN: %bankfix --objective=wavefronts %s -o %t.cu | FileCheck %s
// RUN: %code %t.cu | FileCheck %s --check-prefix=FIXED

#ifdef WITH_PIECES
typedef struct {
  struct {
    library_number x, y, out;
  } corner;
} piece;
#endif

// CHECK-DAG: 'tile[32][32] -> tile[32][33]' (pad-row)
// FIXED: __shared__ float tile[32][33];
__global__ void transpose(float *out, const float *in, int width) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * width + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * width + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

static int load(int *height) {
#ifdef WITH_LIBRARY
  *height = library_height();
#else
  *height = 64;
#endif
  return 64;
}

void run(float *out, const float *in) {
  int height, width = load(&height);
  dim3 block(32, 32), grid(width / 32, height / 32);
  transpose<<<grid, block>>>(out, in, width);
}

// A friend is found where its struct is named.
#ifdef WITH_FRIENDS
struct with {
  friend __device__ float first(with, float *p) { return p[33]; }
};
#else
struct with {};
__device__ float first(with, float *p) { return p[0]; }
#endif
// CHECK-DAG: no fix of 'seen' by {{.*}}WITH_FRIENDS
__global__ void friends(float *out) {
  __shared__ float seen[32][32];
  seen[threadIdx.y][threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.y] = seen[threadIdx.x][threadIdx.y] + first(with(), &seen[0][0]);
}

void befriend(float *out) { friends<<<1, dim3(32, 32)>>>(out); }
