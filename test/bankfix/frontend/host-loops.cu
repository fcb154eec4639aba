// Loops of the host, on the way to a launch.

// RUN: %exits 1 %bankfix check --format=json %s | %json-lines | FileCheck %s
// RUN: %exits 1 %bankfix check --strict-bounds %s | FileCheck %s --check-prefix=TEXT

// CHECK: kernel {"name": "filled", {{.*}}"block": [32, 8, 1], "block_from": "launch"
// TEXT: note: 's[32][32] -> s[32][33]' (pad-row) leaves
__global__ void filled(float *out) {
  __shared__ float s[32][32];
  for (int i = threadIdx.y; i < 32; i += 8)
    s[i][threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  for (int i = threadIdx.y; i < 32; i += 8)
    out[threadIdx.x] = s[threadIdx.x][i];
}

// CHECK: kernel {"name": "changed", {{.*}}"block_from": "assumed"
// TEXT: note: no fix of 't' by pad-row: {{.*}} for every block size
__global__ void changed(float *out) {
  __shared__ float t[32][32];
  t[threadIdx.x][threadIdx.y] = out[threadIdx.x];
}

// CHECK: kernel {"name": "doubled", {{.*}}"block": [64, 1, 1], "block_from": "launch"
__global__ void doubled(float *out) {
  __shared__ float u[256];
  u[threadIdx.x * 2] = out[threadIdx.x];
}

void maybe(dim3 &block) { block.x = 512; }

// Arrays that are filled and compared take no steps from what follows.
bool compare(const float *a, const float *b) {
  for (int i = 0; i < 1024; ++i)
    for (int j = 0; j < 1024; ++j)
      if (a[i * 1024 + j] != b[i * 1024 + j])
        return false;
  return true;
}
#define FILL                                                                   \
  for (int j = 0; j < 1024; ++j)                                               \
    for (int i = 0; i < 1024; ++i) {                                           \
      host[j * 1024 + i] = j * 1024 + i;                                       \
      gold[j * 1024 + i] = host[i * 1024 + j];                                 \
    }

int main(int argc, char **argv) {
  static float host[1024 * 1024], gold[1024 * 1024];
  dim3 block(32, 8), other(32, 32);
  FILL FILL FILL FILL FILL FILL FILL FILL
  if (!compare(host, gold))
    return 1;
  filled<<<1, block>>>(host);
  // A reference that a loop gives away.
  for (int i = 0; i < argc; ++i)
    maybe(other);
  changed<<<1, other>>>(host);
  int threads = 1;
  while (threads < 50)
    threads *= 2;
  doubled<<<1, threads>>>(host);
}
