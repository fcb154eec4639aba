// What a device lacks is said at the user's line, and costs no other kernel
// where that can be.
// RUN: %bankfix verify --target=sm_70 --kernel="older|reduces" %s | %FileCheck --check-prefix=OLD %s
// RUN: %bankfix verify -DVECTOR --kernel=vector %s | %FileCheck --check-prefix=VECTOR %s

// OLD: :[[#@LINE+1]]:17: note: 'older', {{.*}}; the same results
__global__ void older(int *out) {
  __shared__ int s[32];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[31 - threadIdx.x];
}

// OLD: :[[#@LINE+1]]:17: warning: 'reduces', {{.*}}, was not run: bankfix cannot run this: it has no definition of '__reduce_add_sync(unsigned int, int)'
__global__ void reduces(int *out) {
  __shared__ int s[32];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = __reduce_add_sync(~0u, s[31 - threadIdx.x]);
}

#ifdef VECTOR
// VECTOR: :[[#@LINE+1]]:17: warning: 'vector', {{.*}}, was not run: Clang generates no code for the file: line [[#@LINE+4]]: address argument to atomic operation must be a pointer to integer
__global__ void vector(int4 *out) {
  __shared__ int4 s[32];
  s[threadIdx.x] = out[threadIdx.x];
  atomicAdd(&s[31 - threadIdx.x], out[0]);
  out[threadIdx.x] = s[threadIdx.x];
}
#endif

void launch(int *out) {
  older<<<1, 32>>>(out);
  reduces<<<1, 32>>>(out);
#ifdef VECTOR
  vector<<<1, 32>>>((int4 *)out);
#endif
}
