// Half precision and bfloat16.

#include <cuda_bf16.h>
#include <cuda_fp16.h>

static_assert(sizeof(half) == 2 && sizeof(__half2) == 4, "");
static_assert(sizeof(__nv_bfloat16) == 2 && alignof(__nv_bfloat162) == 4, "");

__global__ void halves(half *h, half2 *h2, float *f) {
  __shared__ half tile[32][32];
  tile[threadIdx.y][threadIdx.x] = h[threadIdx.x];
  h[0] = __hadd(h[1], h[2]) * h[3] - h[4] / h[5];
  h[0] += tile[0][threadIdx.x];
  h[1] = 0.0f;
  h[2] = __float2half(f[0]);
  f[0] = __half2float(h[0]) + float(h[1]);
  h2[0] = __hfma2(h2[1], h2[2], __floats2half2_rn(f[1], f[2]));
  h2[1] = __halves2half2(h[0], h[1]) + __float2half2_rn(1.0f);
  float2 pair = __half22float2(h2[0]);
  f[1] = pair.x + __low2float(h2[1]) + __high2float(h2[1]);
  h[3] = h[0] > h[1] ? hexp(h[0]) : -h[1];
  h[4] = __shfl_xor_sync(0xffffffff, h[3], 1);
  h2[2] = __shfl_down_sync(0xffffffff, h2[1], 1);
  atomicAdd(h, h[5]);
  atomicAdd(h2, h2[3]);
  f[2] = __half_as_ushort(h[0]) + __half2int_rn(h[1]);
  h[6] = __ll2half_rn(__half2ull_rz(h[7])) + __ull2half_rn(__half2ll_rd(h[8]));
}

__global__ void bfloats(__nv_bfloat16 *b, nv_bfloat162 *b2, float *f) {
  b[0] = __hmul(b[1], __float2bfloat16(f[0])) + b[2];
  b[3] = __ull2bfloat16_rn(__bfloat162ll_rn(b[4]));
  f[0] = __bfloat162float(b[0]) + __bfloat1622float2(b2[0]).y;
  b2[0] = __hadd2(b2[1], __floats2bfloat162_rn(f[1], f[2]));
  b2[1] = __halves2bfloat162(b[0], __low2bfloat16(b2[2]));
  b[3] = hsqrt(b[0]) < b[1] ? __hmax(b[0], b[1]) : __float2bfloat16_rn(0.f);
}

float host_side(float x) {
  half h = __float2half(x);
  return __half2float(h) + __bfloat162float(__float2bfloat16(x));
}
