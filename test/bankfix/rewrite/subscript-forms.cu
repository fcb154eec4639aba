// Whatever an index looks like, the macro goes around all of it and nothing
// else.

// RUN: %bankfix --strategy=pad-row,index-macro %s -o %t.cu > %t.log 2>&1
// RUN: %code %t.cu | FileCheck %s
// RUN: %clang-device %t.cu
// RUN: %bankfix --strategy=pad-row,index-macro %t.cu -o %t.again.cu && cmp %t.cu %t.again.cu

#define INDEX tx * 32 + ty
#define FLAT(y, x) (y) * 32 + (x)
#define AT(array, i) array[i]
#define SAME(x) x
#define SWAP(a, b) { float t = a; a = b; b = t; }

template <int Factor, int Summand> __device__ int times(int i) {
  return i * Factor + Summand;
}
struct Two {
  int a, b;
};
struct Packed {
  unsigned few : 6;
};
enum Steps { None, Many = 32 };

__global__ void k(float *out, Packed packed, Steps steps) {
  // CHECK: float s[BANKFIX_PAD32(1024)];
  __shared__ float s[1024];
  int tx = threadIdx.x, ty = threadIdx.y;
  // CHECK: s[BANKFIX_PAD32(ty*32+tx)] = 1;
  s[ty*32+tx] = 1;
  __syncthreads();
  // CHECK: = s[BANKFIX_PAD32(tx * 32 + ty)];
  out[tx] = s[tx * 32 + ty];
  // CHECK: += BANKFIX_PAD32(tx)[s];
  out[tx] += tx[s];
  // CHECK: += (s)[BANKFIX_PAD32((tx))];
  out[tx] += (s)[(tx)];
  // CHECK: += s [ BANKFIX_PAD32(tx) /* not ] here */ ];
  out[tx] += s [ tx /* not ] here */ ];
  // CHECK: += s<:BANKFIX_PAD32(ty):>;
  out[tx] += s<:ty:>;
  // CHECK:      += s[BANKFIX_PAD32(tx // the lane
  // CHECK-NEXT:                 * 2)
  // CHECK-NEXT:                ];
  out[tx] += s[tx // the lane
                 * 2
                ];
  // CHECK:      += s[BANKFIX_PAD32(t\
  // CHECK-NEXT: x)];
  out[tx] += s[t\
x];
  // CHECK: += s[BANKFIX_PAD32(INDEX)];
  out[tx] += s[INDEX];
  // CHECK: += s[BANKFIX_PAD32(FLAT(tx, ty))];
  out[tx] += s[FLAT(tx, ty)];
  // CHECK: += AT(s, BANKFIX_PAD32(ty + tx));
  out[tx] += AT(s, ty + tx);
  // CHECK: += SAME(s[BANKFIX_PAD32(tx ^ 1)]);
  out[tx] += SAME(s[tx ^ 1]);
  // CHECK: SWAP(s[BANKFIX_PAD32(tx)], s[BANKFIX_PAD32(tx + 32)])
  SWAP(s[tx], s[tx + 32])
  // CHECK: += s[BANKFIX_PAD32(min(tx * 3, 1023))];
  out[tx] += s[min(tx * 3, 1023)];
  // CHECK: atomicAdd(&s[BANKFIX_PAD32(tx)], 1.0f);
  atomicAdd(&s[tx], 1.0f);
  // CHECK: s[BANKFIX_PAD32(tx)]++;
  s[tx]++;
  // CHECK: --s[BANKFIX_PAD32(tx)];
  --s[tx];
  // Commas that parentheses do not hold would end the macro's argument.
  // CHECK: += s[BANKFIX_PAD32((times<32, 1>(tx)))];
  out[tx] += s[times<32, 1>(tx)];
  // CHECK: += s[BANKFIX_PAD32((Two{tx * 4, 1}.a))];
  out[tx] += s[Two{tx * 4, 1}.a];
  // CHECK: += s[BANKFIX_PAD32((tx, ty))];
  out[tx] += s[tx, ty];
  // CHECK: += s[BANKFIX_PAD32((tx /* (, */ + ty))];
  out[tx] += s[tx /* (, */ + ty];
  // CHECK: += s[BANKFIX_PAD32((tx, ty))];
  out[tx] += s[(tx, ty)];
  // Types that arithmetic is not done in.
  // CHECK: += s[BANKFIX_PAD32(steps)];
  out[tx] += s[steps];
  // CHECK: += s[BANKFIX_PAD32(Many)];
  out[tx] += s[Many];
  // CHECK: += s[BANKFIX_PAD32(packed.few)];
  out[tx] += s[packed.few];
}

void launch(float *out) { k<<<1, dim3(32, 32)>>>(out, {1}, Many); }
