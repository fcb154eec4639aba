// Pointers into shared memory, what is carved from dynamic memory, and arrays
// of structs: counted at the access, in the element's own size.

// RUN: %exits 1 %bankfix check --format=json %s | %json-lines | FileCheck %s

struct Particle { float x, y, z, w; };
struct Odd { float a, b, c; };

template <class T> struct Dynamic {
  __device__ operator T *() {
    extern __shared__ int memory[];
    return reinterpret_cast<T *>(memory);
  }
};

__global__ void carved(float *out, const float *in) {
  extern __shared__ char raw[];
  float *a = (float *)raw, *b = a + 256;
  a[threadIdx.x * 2] = in[threadIdx.x];
  b[threadIdx.x] = 0;
  float *from = a, *to = b;
  for (int i = 0; i < 4; ++i) {
    to[threadIdx.x] = from[threadIdx.x * 4];
    float *other = from;
    from = to;
    to = other;
  }
  double *wide = Dynamic<double>();
  wide[threadIdx.x] = 1;
}

__global__ void views(float *out) {
  __shared__ float tile[32][32], other[32];
  float4 four = reinterpret_cast<float4 *>(&tile[0][0])[threadIdx.x];
  float *row = &tile[threadIdx.y][0];
  for (float *p = row + threadIdx.x; p < row + 32; p += 32)
    *p = four.x;
  float *either = threadIdx.y < 4 ? tile[0] : other;
  either[threadIdx.x] = 2;
  float *mixed = threadIdx.x < 4 ? tile[0] : other;
  mixed[threadIdx.x] = 2;
}

__global__ void structs(float *out) {
  __shared__ Particle particles[64];
  __shared__ Odd odd[32];
  particles[threadIdx.x].y = 1;
  Particle p = particles[threadIdx.x];
  odd[threadIdx.x] = Odd{p.x, p.y, p.z};
}

void launch(float *out) {
  carved<<<1, 256, 8192>>>(out, out);
  views<<<1, dim3(32, 8)>>>(out);
  structs<<<1, 32>>>(out);
}

// CHECK: "array": "raw", {{.*}}"index": "a[threadIdx.x * 2]", "certainty": "exact", {{.*}}"requests": 8, "wavefronts": 16,
// CHECK: "array": "raw", {{.*}}"index": "b[threadIdx.x]", "certainty": "exact", {{.*}}"requests": 8, "wavefronts": 8,
// CHECK: "array": "raw", {{.*}}"index": "from[threadIdx.x * 4]", {{.*}}"requests": 32, "wavefronts": 128,
// CHECK: "array": "raw", {{.*}}"index": "to[threadIdx.x]", {{.*}}"requests": 32, "wavefronts": 32,
// CHECK: "array": "memory", "op": "store", "bytes": 8, "index": "wide[threadIdx.x]", {{.*}}"requests": 8, "wavefronts": 16, "ideal": 16,
// CHECK: "array": "tile", "op": "load", "bytes": 16, {{.*}}"requests": 8, "wavefronts": 32, "ideal": 32,
// CHECK: "array": "tile", "op": "store", "bytes": 4, "index": "*p", {{.*}}"requests": 8, "wavefronts": 8,
// CHECK: "array": "tile", {{.*}}"index": "either[threadIdx.x]", {{.*}}"requests": 4, "wavefronts": 4,
// CHECK: "array": "other", {{.*}}"index": "either[threadIdx.x]", {{.*}}"requests": 4, "wavefronts": 4,
// CHECK: "array": "tile", {{.*}}"index": "mixed[threadIdx.x]", "certainty": "bounded", {{.*}}"reason": "its pointer leads the lanes of one request to several arrays", {{.*}}"requests": 8, "wavefronts": 8,
// CHECK: "array": "other", {{.*}}"index": "mixed[threadIdx.x]", "certainty": "bounded", {{.*}}"requests": 8, "wavefronts": 8,
// CHECK: "array": "particles", "op": "store", {{.*}}"requests": 1, "wavefronts": 4,
// CHECK: "array": "particles", "op": "load", "bytes": 4, {{.*}}"requests": 4, "wavefronts": 16,
// CHECK: "array": "odd", "op": "store", "bytes": 4, {{.*}}"requests": 3, "wavefronts": 3,
