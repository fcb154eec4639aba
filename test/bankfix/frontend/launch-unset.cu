// A host variable that some path does not set has the values of the others; one
// that a pointer, a reference or a lambda may change may have any.

// RUN: %bankfix check --objective=wavefronts --strict-bounds --sort=source --fail-on=never --strategy=pad-row %s | FileCheck %s
// RUN: %bankfix --strict-bounds --sort=source -o %t.cu %s
// RUN: %clang-device %t.cu
// RUN: %bankfix verify %s

// CHECK: :[[@LINE+2]]:{{.*}}'s[32][32] -> s[32][33]' (pad-row)
__global__ void unset(const float *in, float *out) {
  __shared__ float s[32][32];
  s[threadIdx.y][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x & 31][threadIdx.y];
}

// CHECK: :[[@LINE+2]]:{{.*}}no fix of 's' by pad-row: line [[@LINE+3]]: 's[threadIdx.y][threadIdx.x]' is not proved to keep subscript 2 within 0 to 31 in every launch
__global__ void pointed(const float *in, float *out) {
  __shared__ float s[32][32];
  s[threadIdx.y][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x & 31][threadIdx.y];
}

// CHECK: :[[@LINE+2]]:{{.*}}no fix of 's' by pad-row: line [[@LINE+3]]: 's[threadIdx.y][threadIdx.x]' is not proved to keep subscript 2 within 0 to 31 in every launch
__global__ void referred(const float *in, float *out) {
  __shared__ float s[32][32];
  s[threadIdx.y][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x & 31][threadIdx.y];
}

// CHECK: :[[@LINE+2]]:{{.*}}no fix of 's' by pad-row: line [[@LINE+3]]: 's[threadIdx.y][threadIdx.x]' is not proved to keep subscript 2 within 0 to 31 in every launch
__global__ void captured(const float *in, float *out) {
  __shared__ float s[32][32];
  s[threadIdx.y][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x & 31][threadIdx.y];
}

// CHECK: :[[@LINE+2]]:{{.*}}'s[32][32] -> s[32][33]' (pad-row)
__global__ void read_only(const float *in, float *out) {
  __shared__ float s[32][32];
  s[threadIdx.y][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x & 31][threadIdx.y];
}

// CHECK: :[[@LINE+2]]:{{.*}}no fix of 's' by pad-row: line [[@LINE+3]]: 's[threadIdx.y][threadIdx.x]' is not proved to keep subscript 2 within 0 to 31 in every launch
__global__ void filled(const float *in, float *out) {
  __shared__ float s[32][32];
  s[threadIdx.y][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x & 31][threadIdx.y];
}

bool wanted(int n);
void fill(int *n);
template <typename F> void call(F f) { wanted(f()); }

void run(const float *in, float *out, bool more) {
  unset<<<1, dim3(32, 8)>>>(in, out);
  unsigned rows;
  for (int n = 4; n <= 16; n *= 2)
    if (wanted(n))
      rows = n;
  unset<<<1, dim3(16, rows)>>>(in, out);

  pointed<<<1, dim3(32, 8)>>>(in, out);
  int a = 4;
  int *p = &a;
  a = 8;
  *p = 64;
  pointed<<<1, dim3(16, a)>>>(in, out);

  referred<<<1, dim3(32, 8)>>>(in, out);
  dim3 b(16, 8);
  dim3 &r = b;
  b.y = 4;
  r.y = 64;
  dim3 copied = b;
  referred<<<1, copied>>>(in, out);

  captured<<<1, dim3(32, 8)>>>(in, out);
  int c;
  auto set = [&] { c = 64; };
  if (more)
    c = 8;
  set();
  captured<<<1, dim3(16, c)>>>(in, out);

  read_only<<<1, dim3(32, 8)>>>(in, out);
  int d = 8;
  call([&] { return d; });
  read_only<<<1, dim3(16, d)>>>(in, out);

  filled<<<1, dim3(32, 8)>>>(in, out);
  int f;
  fill(&f);
  if (more)
    f = 8;
  filled<<<1, dim3(16, f)>>>(in, out);
}
