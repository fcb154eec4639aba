// Lanes that leave a loop in its first iteration are not in the others, and a
// loop that may have no iteration leaves all of them.

// RUN: %exits 1 %bankfix check --format=json %s | %json-lines | FileCheck %s

// CHECK: "name": "returns"
__global__ void returns(float *out, int n) {
  __shared__ float s[1024], u[64];
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    // CHECK: "array": "s", {{.*}}"certainty": "bounded", {{.*}}"degree": {"min": 1, "max": 8,
    s[t % 2 ? t * 8 : t] = i;
    if (t % 2)
      return;
  }
  // Of all lanes, where n is 0.
  // CHECK: "array": "u", {{.*}}"certainty": "bounded", {{.*}}"degree": {"min": 1, "max": 2,
  out[t] = u[t % 2 * 32 + t / 2];
}

// The same in kernels that take too many steps.
// CHECK: "name": "longer"
__global__ void longer(float *out) {
  __shared__ float s[1024], b[64];
  int t = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < 18; ++i) {
    // CHECK: "array": "s", {{.*}}"certainty": "bounded", {{.*}}"degree": {"min": 1, "max": 8,
    s[t % 2 ? t * 8 : t] = i;
    if (t % 2)
      return;
  }
  for (int z = 0; z < 300; ++z)
    for (int y = 0; y < 300; ++y) {
      sum += b[t];
      __syncwarp();
    }
  out[t] = sum;
}

// CHECK: "name": "breaks"
__global__ void breaks(float *out) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  float sum = 0;
  for (int r = 0; r < 100; ++r)
    for (int i = 0; i < 1000; ++i) {
      // CHECK: "array": "s", {{.*}}"certainty": "bounded", {{.*}}"degree": {"min": 1, "max": 8,
      sum += s[t % 2 ? t * 8 : t];
      if (t % 2)
        break;
    }
  out[t] = sum;
}

void launch(float *out, int n) {
  returns<<<1, 32>>>(out, n);
  longer<<<1, 32>>>(out);
  breaks<<<1, 32>>>(out);
}
