// A kernel that gets anywhere else than to a launch may be launched in any way.

// RUN: %bankfix check --fail-on=never --strict-bounds %s | FileCheck %s --implicit-check-not='no fix of'

__global__ void held(float *p) {
  __shared__ float held_tile[32][32];
  // CHECK: note: 'held_tile[32][32]{{.*}} leaves
  held_tile[threadIdx.x][threadIdx.y] = *p;
}
__global__ void by_copy(float *p) {
  __shared__ float by_copy_tile[32][32];
  // CHECK: note: 'by_copy_tile[32][32]{{.*}} leaves
  by_copy_tile[threadIdx.x][threadIdx.y] = *p;
}
__global__ void asked(float *p) {
  __shared__ float asked_tile[32][32];
  // CHECK: note: 'asked_tile[32][32]{{.*}} leaves
  asked_tile[threadIdx.x][threadIdx.y] = *p;
}
__global__ void in_variable(float *p) {
  __shared__ float in_variable_tile[32][32];
  // CHECK: note: no fix of 'in_variable_tile' by {{.*}} launch
  in_variable_tile[threadIdx.x][threadIdx.y] = *p;
}
__global__ void in_chain(float *p) {
  __shared__ float in_chain_tile[32][32];
  // CHECK: note: no fix of 'in_chain_tile' by {{.*}} launch
  in_chain_tile[threadIdx.x][threadIdx.y] = *p;
}
__global__ void in_member(float *p) {
  __shared__ float in_member_tile[32][32];
  // CHECK: note: no fix of 'in_member_tile' by {{.*}} launch
  in_member_tile[threadIdx.x][threadIdx.y] = *p;
}
__global__ void in_table(float *p) {
  __shared__ float in_table_tile[32][32];
  // CHECK: note: no fix of 'in_table_tile' by {{.*}} launch
  in_table_tile[threadIdx.x][threadIdx.y] = *p;
}
__global__ void in_lambda(float *p) {
  __shared__ float in_lambda_tile[32][32];
  // CHECK: note: no fix of 'in_lambda_tile' by {{.*}} launch
  in_lambda_tile[threadIdx.x][threadIdx.y] = *p;
}
__global__ void in_default(float *p) {
  __shared__ float in_default_tile[32][32];
  // CHECK: note: no fix of 'in_default_tile' by {{.*}} launch
  in_default_tile[threadIdx.x][threadIdx.y] = *p;
}
__global__ void in_initializer(float *p) {
  __shared__ float in_initializer_tile[32][32];
  // CHECK: note: no fix of 'in_initializer_tile' by {{.*}} launch
  in_initializer_tile[threadIdx.x][threadIdx.y] = *p;
}
__global__ void in_result(float *p) {
  __shared__ float in_result_tile[32][32];
  // CHECK: note: no fix of 'in_result_tile' by {{.*}} launch
  in_result_tile[threadIdx.x][threadIdx.y] = *p;
}
__global__ void in_argument(float *p) {
  __shared__ float in_argument_tile[32][32];
  // CHECK: note: no fix of 'in_argument_tile' by {{.*}} launch
  in_argument_tile[threadIdx.x][threadIdx.y] = *p;
}

using Kernel = void (*)(float *);
Kernel Global;
struct Holder {
  Kernel Member, Initial = in_initializer;
};
template <Kernel K> struct Later {
  static void run();
};
void later(int threads, Kernel K = in_default);
template <class F> void keep(F f) { static F Kept = f; }

Kernel result() {
  Kernel k = in_result;
  return k;
}

void run(Holder &holder, bool wide, float *p) {
  Kernel k = held;
  if (wide && k == held)
    k<<<1, 32>>>(p);
  auto copied = by_copy;
  [copied](float *p) { copied<<<1, 32>>>(p); }(p);
  Kernel a = asked;
  cudaFuncSetCacheConfig(asked, cudaFuncCachePreferShared);
  a<<<1, 32>>>(p);

  Kernel stored = in_variable;
  stored<<<1, 32>>>(p);
  Global = stored;
  Kernel chain;
  Global = chain = in_chain;
  chain<<<1, 32>>>(p);
  Kernel member = in_member;
  member<<<1, 32>>>(p);
  holder.Member = member;
  in_table<<<1, 32>>>(p);
  Kernel table[] = {in_table};
  Kernel lambda = in_lambda;
  lambda<<<1, 32>>>(p);
  keep([lambda = lambda] { return lambda; });
  in_default<<<1, 32>>>(p);
  in_initializer<<<1, 32>>>(p);
  in_result<<<1, 32>>>(p);
  in_argument<<<1, 32>>>(p);
  Later<in_argument>::run();
}
