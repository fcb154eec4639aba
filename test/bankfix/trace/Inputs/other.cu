// A kernel and a variable with the names of another file's.
static __device__ int offset = 2;

static __global__ void kernel(int *p, int n) { p[threadIdx.x] *= offset; }

void twice(int *p, int n) { kernel<<<1, n>>>(p, n); }
