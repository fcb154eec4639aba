// Which layouts take less time, by the estimate, and which are passed over.
//
// Taps are unrolled: their addresses lie a constant apart and cost nothing.
// RUN: %exits 1 %bankfix check --target=sm_90 --objective=time --kernel=columns --statistics %s 2>&1 | %FileCheck %s --check-prefix=COLUMNS
// COLUMNS: 'columns' with {{.*}}, a block, as estimated:
// COLUMNS-NEXT: before
// COLUMNS-NEXT: after
// COLUMNS-NEXT: 1.{{[1-9].*}} times as fast
//
// A pad keeps vectors and needs no arithmetic, which a swizzle does for each
// element, although it has as few wavefronts.
// RUN: %bankfix --target=sm_90 --objective=time --kernel=match %s -o - 2>&1 | %code | %FileCheck %s --check-prefix=MATCH
// MATCH-NOT: BANKFIX_
// MATCH: __shared__ float points[16 * 130];
//
// Both arrays of a sort have the same addresses, of which each is computed once.
// RUN: %exits 1 %bankfix check --target=sm_90 --objective=time --kernel=sort --format=json %s | %FileCheck %s --check-prefix=SORT
// SORT: "strategy": "swizzle"
//
// Memory limits it: the note says so, and asking for any gain makes it a finding.
// RUN: %exits 0 %bankfix check --target=sm_90 --objective=time --kernel=stencil %s 2>&1 | %FileCheck %s --check-prefix=STENCIL
// STENCIL: note: 'tile' keeps its bank conflicts: global memory limits this kernel: {{[01].[0-9]}} %, and --min-gain asks for 2.0 %
// STENCIL-NOT: warning:
// RUN: %exits 1 %bankfix check --target=sm_90 --objective=time --min-gain=0 --kernel=stencil %s 2>&1 | %FileCheck %s --check-prefix=ASKED
// ASKED: warning: {{.*}}'tile

// Where an index comes from memory, the worst case takes time, too: a swizzle
// that is best for all other accesses is not taken for it.
// RUN: %bankfix --target=sm_90 --objective=time --kernel=bytes %s -o - 2>&1 | %code | %FileCheck %s --check-prefix=BYTES
// BYTES: unsigned char count[128 * 68];

__constant__ float taps[17];

__global__ void columns(float *out, const float *in, int pitch) {
  __shared__ float s[16][81];
  in += blockIdx.y * 64 * pitch + blockIdx.x * 16 + threadIdx.y * pitch + threadIdx.x;
  out += blockIdx.y * 64 * pitch + blockIdx.x * 16 + threadIdx.y * pitch + threadIdx.x;
#pragma unroll
  for (int i = 0; i < 10; ++i)
    s[threadIdx.x][threadIdx.y + i * 8] = in[i * 8 * pitch];
  __syncthreads();
#pragma unroll
  for (int i = 1; i < 9; ++i) {
    float sum = 0;
#pragma unroll
    for (int j = -8; j <= 8; ++j)
      sum += taps[8 - j] * s[threadIdx.x][threadIdx.y + i * 8 + j];
    out[i * 8 * pitch] = sum;
  }
}

__global__ void match(float *scores, const float *ours, const float *theirs) {
  __shared__ float points[16 * 128];
  __shared__ float others[16 * 128];
  const int x = threadIdx.x, y = threadIdx.y;
  for (int d = x; d < 128; d += 16)
    points[y * 128 + d] = ours[(blockIdx.x * 16 + y) * 128 + d];
  float best = 0;
  for (int first = 0; first < 1024; first += 16) {
    for (int d = x; d < 128; d += 16)
      others[y * 128 + d] = theirs[(first + y) * 128 + d];
    __syncthreads();
    float score = 0;
    for (int d = 0; d < 128; ++d)
      score += points[x * 128 + d] * others[y * 128 + d];
    best = fmaxf(best, score);
    __syncthreads();
  }
  scores[(blockIdx.x * 16 + y) * 16 + x] = best;
}

__global__ void sort(unsigned *keys) {
  __shared__ unsigned key[1024], value[1024];
  key[threadIdx.x] = keys[blockIdx.x * 2048 + threadIdx.x];
  value[threadIdx.x] = keys[blockIdx.x * 2048 + threadIdx.x + 1024];
  for (unsigned size = 2; size < 1024; size <<= 1)
    for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      unsigned at = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      if (key[at] > key[at + stride]) {
        unsigned k = key[at], v = value[at];
        key[at] = key[at + stride];
        key[at + stride] = k;
        value[at] = value[at + stride];
        value[at + stride] = v;
      }
    }
  __syncthreads();
  keys[blockIdx.x * 2048 + threadIdx.x] = key[threadIdx.x];
  keys[blockIdx.x * 2048 + threadIdx.x + 1024] = value[threadIdx.x];
}

__global__ void stencil(float *out, const float *in, int pitch) {
  __shared__ float tile[18][18];
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  tile[threadIdx.y + 1][threadIdx.x + 1] = in[y * pitch + x];
  if (threadIdx.x == 0)
    tile[threadIdx.y + 1][0] = in[y * pitch + x - 1];
  if (threadIdx.x == 15)
    tile[threadIdx.y + 1][17] = in[y * pitch + x + 1];
  if (threadIdx.y == 0)
    tile[0][threadIdx.x + 1] = in[(y - 1) * pitch + x];
  if (threadIdx.y == 15)
    tile[17][threadIdx.x + 1] = in[(y + 1) * pitch + x];
  __syncthreads();
  out[y * pitch + x] = in[8 * (y * pitch + x)] +
      0.25f * (tile[threadIdx.y + 1][threadIdx.x + 2] + tile[threadIdx.y + 1][threadIdx.x] +
               tile[threadIdx.y + 2][threadIdx.x + 1] + tile[threadIdx.y][threadIdx.x + 1]);
}

__global__ void bytes(unsigned *out, const unsigned char *values) {
  __shared__ __align__(4) unsigned char count[128 * 64];
  for (int bin = 0; bin < 64; ++bin)
    count[threadIdx.x * 64 + bin] = 0;
  __syncthreads();
  for (int i = 0; i < 16; ++i)
    ++count[threadIdx.x * 64 + (values[i * 128 + threadIdx.x] & 63)];
  __syncthreads();
  if (threadIdx.x < 64) {
    unsigned sum = 0;
    for (int i = 0; i < 128; ++i)
      sum += count[i * 64 + threadIdx.x];
    out[threadIdx.x] = sum;
  }
}

void run(float *out, const float *in, unsigned *keys, int pitch) {
  columns<<<dim3(64, 64), dim3(16, 8)>>>(out, in, pitch);
  match<<<64, dim3(16, 16)>>>(out, in, in);
  sort<<<64, 512>>>(keys);
  bytes<<<1, 128>>>(keys, (const unsigned char *)in);
  stencil<<<dim3(64, 64), dim3(16, 16)>>>(out, in, pitch);
}
