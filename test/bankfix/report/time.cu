// How long blocks take, as estimated, and fixes that are made for that.
//
// RUN: %exits 1 %bankfix check --target=sm_90 --block-dim=32,8 --kernel=transpose --statistics %s 2>&1 | %FileCheck %s --check-prefix=STATISTICS
// STATISTICS:      'transpose' with {{.*}}, a block, as estimated:
// STATISTICS-NEXT: before 1345 cycles, limited by shared memory
// STATISTICS-NEXT: after 755 cycles, limited by global memory
// STATISTICS-NEXT: 1.78 times as fast; from 1.78 to
//
// RUN: %exits 1 %bankfix check --target=sm_90 --block-dim=32,8 --kernel=transpose --format=json %s | %validate
// RUN: %exits 1 %bankfix check --target=sm_90 --block-dim=32,8 --kernel=transpose --format=json %s | %FileCheck %s --check-prefix=JSON
// JSON:      "time": {
// JSON-NEXT:   "before": {
// JSON-NEXT:     "cycles": {{1345(\.[0-9]+)?}},
// JSON-NEXT:     "limited_by": "shared-memory"
// JSON:        "after": {
// JSON:          "limited_by": "global-memory"
// JSON:        "speed_up": {
// JSON-NEXT:     "estimate": 1.78
//
// Nothing is said for a GPU whose costs are not known.
// RUN: %exits 1 %bankfix check --target=sm_120 --block-dim=32,8 --kernel=transpose --statistics %s 2>&1 | %FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN-NOT: as estimated
//
// What memory hides is a note, unless it is asked for.
// RUN: %exits 0 %bankfix check --target=sm_90 --block-dim=32 --kernel=gather --objective=time %s 2>&1 | %FileCheck %s --check-prefix=HIDDEN
// HIDDEN:     time.cu:[[# @LINE + 24]]:{{.*}}note: 's' keeps its bank conflicts: global memory limits this kernel: 0.0 %, and --min-gain asks for 2.0 %
// HIDDEN-NOT: warning:
// RUN: %exits 1 %bankfix check --target=sm_90 --block-dim=32 --kernel=gather --objective=time --min-gain=0 %s 2>&1 | %FileCheck %s --check-prefix=SHOWN
// RUN: %exits 1 %bankfix check --target=sm_90 --block-dim=32 --kernel=gather --objective=wavefronts %s 2>&1 | %FileCheck %s --check-prefix=SHOWN
// SHOWN: warning: store to 's[threadIdx.x * 2]' has 2-way bank conflicts
//
// RUN: %bankfix --target=sm_90 --block-dim=32 --objective=time %s -o - | %code | %FileCheck %s --check-prefix=FIXED
// FIXED: float tile[32][33];
// FIXED: float s[64];

__global__ void transpose(float *out, const float *in, int pitch) {
  __shared__ float tile[32][32];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * pitch + x];
  __syncthreads();
  for (int j = 0; j < 32; j += 8)
    out[(y + j) * pitch + x] = tile[threadIdx.x][threadIdx.y + j];
}

__global__ void gather(float *out, const float *in) {
  float sum = 0;
  for (int i = 0; i < 64; ++i)
    sum += in[(i * 32 + threadIdx.x) * 8];
  __shared__ float s[64];
  s[threadIdx.x * 2] = sum;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x * 2];
}
