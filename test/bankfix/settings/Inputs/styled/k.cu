constexpr int N = 32;

__global__ void columns(float *out, const float *in) {
  __shared__ float aTileWithALongName[N][N], anotherTileWithALongerName[N][N];
  aTileWithALongName[threadIdx.y][threadIdx.x]         = in[threadIdx.x];
  anotherTileWithALongerName[threadIdx.y][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  // The author's own way stays.
  out[threadIdx.x]=aTileWithALongName[threadIdx.x][threadIdx.y]+1;
  out[threadIdx.y] = anotherTileWithALongerName[threadIdx.x][threadIdx.y];
}

void run(float *out, float *in) { columns<<<1, dim3(32, 32)>>>(out, in); }
