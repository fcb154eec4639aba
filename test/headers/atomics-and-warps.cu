// Atomics on every type and scope, a kernel's own overload of one, warp
// primitives with and without masks, barriers, fences and cached accesses.

__device__ double atomicAdd(double *address, double value) {
  unsigned long long *p = (unsigned long long *)address;
  unsigned long long old = *p, seen;
  do {
    seen = old;
    old = atomicCAS(p, seen,
                    __double_as_longlong(value + __longlong_as_double(seen)));
  } while (seen != old);
  return __longlong_as_double(old);
}

__global__ void atomics(int *i, unsigned *u, float *f, double *d,
                        unsigned long long *l) {
  __shared__ int bins[256];
  atomicAdd(&bins[threadIdx.x], 1);
  atomicAdd(bins, 1u);
  atomicAdd(f, 1);
  atomicAdd(d, 1.0);
  atomicAdd(l, 1ull);
  atomicSub(i, 1);
  atomicMin(u, 3u);
  atomicMax(i, -1);
  atomicAnd(u, 0xffu);
  atomicOr(i, 1);
  atomicXor(l, 1ull);
  atomicInc(u, 31u);
  atomicDec(u, 31u);
  i[0] = atomicExch(i + 1, 3) + atomicCAS(i, 0, 1) + atomicExch(f, 2.0f);
  atomicAdd_block(i, 1);
  atomicAdd_system(f, 1.0f);
  atomicCAS_block(l, 1ull, 2ull);
}

__global__ void warps(int *i, float *f, double *d, unsigned *u) {
  const unsigned all = 0xffffffff;
  i[0] = __shfl_sync(all, i[1], 0) + __shfl_xor_sync(all, i[2], 16, 32);
  f[0] = __shfl_down_sync(all, f[1], 8) + __shfl_up_sync(all, f[2], 1, 16);
  d[0] = __shfl_sync(all, d[1], 5);
  i[1] = __shfl(i[0], 3) + __shfl_xor(i[1], 1) + __shfl_down(i[2], 2);
  u[0] = __ballot_sync(all, i[0] > 0) | __ballot(i[1]) | __activemask();
  u[1] = __any_sync(all, i[0]) + __all(i[0]) + __match_any_sync(all, i[3]);
  i[2] = __reduce_add_sync(all, i[3]) + __reduce_max_sync(all, u[2]);
  __syncwarp();
  __syncwarp(all);
  i[3] = __syncthreads_count(i[0]) + __syncthreads_or(i[1]);
  __threadfence();
  __threadfence_block();
  __threadfence_system();
  f[1] = __ldg(f + 2) + __ldg(&f[3]) + __ldcg(f) + __ldcs(f);
  __stcs(f, 1.0f);
  float4 v = __ldg(reinterpret_cast<const float4 *>(f));
  f[2] = v.x;
  __nanosleep(100);
}
