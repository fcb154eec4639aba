// A kernel may store addresses: original and fix have the same ones.
// RUN: %bankfix verify %s | %FileCheck --implicit-check-not=error: --implicit-check-not=warning: %s
struct Node {
  Node *next;
  int value;
};
__device__ Node pool[4096];
__device__ Node *first = &pool[7];
// CHECK: note: 'list', {{.*}}992 excess wavefronts counted before, 0 after; the same results in 3 runs
__global__ void list(Node **out) {
  __shared__ int s[32][32];
  int x = threadIdx.x, y = threadIdx.y, i = blockIdx.x * 1024 + y * 32 + x;
  s[y][x] = y;
  __syncthreads();
  int v = s[x][y];
  pool[i % 4096].value = v;
  pool[i % 4096].next = &pool[(i + 1) % 4096];
  out[i] = first->next;
}

// CHECK: note: 'heap', {{.*}}992 excess wavefronts counted before, 0 after; the same results in 3 runs
__global__ void heap(int **out) {
  __shared__ int s[32][32];
  int x = threadIdx.x, y = threadIdx.y, i = blockIdx.x * 1024 + y * 32 + x;
  s[y][x] = y;
  __syncthreads();
  int v = s[x][y];
  int *p = (int *)malloc(8), *q = new int;
  *p = *q = v;
  out[i] = x & 1 ? p : q;
  delete q;
}

typedef int (*Function)(int);
__device__ int once(int v) { return v; }
__device__ int twice(int v) { return 2 * v; }
__device__ Function table[] = {once, twice};
// CHECK: note: 'functions', {{.*}}992 excess wavefronts counted before, 0 after; the same results in 3 runs
__global__ void functions(Function *out, int *result) {
  __shared__ int s[32][32];
  int x = threadIdx.x, y = threadIdx.y, i = blockIdx.x * 1024 + y * 32 + x;
  s[y][x] = y;
  __syncthreads();
  int v = s[x][y];
  Function f = x & 1 ? once : table[y & 1];
  out[i] = f;
  result[i] = f(v);
}

struct Base {
  int value = 1;
  __device__ virtual int get() const { return value; }
};
struct Derived : Base {
  __device__ int get() const override { return 2 * value; }
};
// CHECK: note: 'virtuals', {{.*}}992 excess wavefronts counted before, 0 after; the same results in 3 runs
__global__ void virtuals(int *out, Base *bases) {
  __shared__ int s[32][32];
  int x = threadIdx.x, y = threadIdx.y, i = blockIdx.x * 1024 + y * 32 + x;
  s[y][x] = y;
  __syncthreads();
  int v = s[x][y];
  Base b;
  Derived d;
  const Base &one = x & 1 ? b : d;
  out[i] = v * one.get();
  *(void **)&bases[i] = *(void **)&one;
}

int main() {
  dim3 block(32, 32);
  list<<<4, block>>>(nullptr);
  heap<<<4, block>>>(nullptr);
  functions<<<4, block>>>(nullptr, nullptr);
  virtuals<<<4, block>>>(nullptr, nullptr);
}
