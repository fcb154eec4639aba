// Vector types: their sizes, alignments and make_ functions.

#define SIZE(T, BYTES, ALIGN)                                                  \
  static_assert(sizeof(T) == BYTES && alignof(T) == ALIGN, #T)

SIZE(char1, 1, 1);
SIZE(char2, 2, 2);
SIZE(uchar3, 3, 1);
SIZE(uchar4, 4, 4);
SIZE(short2, 4, 4);
SIZE(ushort3, 6, 2);
SIZE(short4, 8, 8);
SIZE(int1, 4, 4);
SIZE(int2, 8, 8);
SIZE(uint3, 12, 4);
SIZE(int4, 16, 16);
SIZE(long2, 2 * sizeof(long), 2 * sizeof(long));
SIZE(longlong2, 16, 16);
SIZE(ulonglong4, 32, 16);
SIZE(float2, 8, 8);
SIZE(float3, 12, 4);
SIZE(float4, 16, 16);
SIZE(double2, 16, 16);
SIZE(double3, 24, 8);
SIZE(double4, 32, 16);
SIZE(double4_32a, 32, 32);
SIZE(dim3, 12, 4);

__global__ void device_side(float4 *p, uchar4 *bytes) {
  __shared__ float4 s[32];
  s[threadIdx.x] = p[threadIdx.x];
  float2 pair = make_float2(s[0].x, s[1].y);
  bytes[0] = make_uchar4(1, 2, 3, 4);
  p[0] = make_float4(pair.x, pair.y, 0, bytes[0].w);
}

int main() {
  int2 size = make_int2(3, 4);
  dim3 grid(size.x, size.y), block = dim3(32);
  uint3 same = grid;
  double3 corner = {1.0, 2.0, 3.0};
  device_side<<<grid, block>>>(nullptr, nullptr);
  return same.z + block.y + static_cast<int>(corner.z);
}
