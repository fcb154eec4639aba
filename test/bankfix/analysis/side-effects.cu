// A value is the one at the time it was read, whatever changes it afterwards.

// RUN: %exits 1 %bankfix check --format=json %s | %json-lines | FileCheck %s

__global__ void k(float *out, unsigned u) {
  __shared__ float s[2048];
  int t = threadIdx.x;

  int i = t, j;
  j = i = i * 2;
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact"{{.*}}"requests": 1, "wavefronts": 2,
  out[0] = s[j];

  int d = 64;
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"certainty": "exact"{{.*}}"requests": 6, "wavefronts": 63,
  while ((d = d / 2) > 0)
    out[0] += s[t * d];

  int n = 8;
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"certainty": "exact"{{.*}}"requests": 8, "wavefronts": 16,
  while (n > 0 && n--)
    out[0] += s[t * 2];

  int x = t;
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"certainty": "exact"{{.*}}"requests": 1, "wavefronts": 31,
  if (x < 31 && ++x)
    out[0] = s[x * 32];

  int y = t;
  ({ y = y * 32; });
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact"{{.*}}"requests": 1, "wavefronts": 32,
  out[0] = s[y];

  int z = t;
  int first = (z = z * 32) ?: 1;
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact"{{.*}}"requests": 1, "wavefronts": 32,
  out[0] = s[z] + first;

  bool c = true;
  c += t & 1;
  // CHECK: access {"line": [[#@LINE+1]], {{.*}}"certainty": "exact"{{.*}}"requests": 1, "wavefronts": 1,
  out[0] = s[t * c];

  // A cast may change the sign: neither branch is certain.
  // CHECK: access {"line": [[#@LINE+2]], {{.*}}"certainty": "bounded"{{.*}}"wavefronts": 32,
  if ((int)u < 0)
    out[0] = s[t * 32];
}

void launch(float *out, unsigned u) { k<<<1, 32>>>(out, u); }
