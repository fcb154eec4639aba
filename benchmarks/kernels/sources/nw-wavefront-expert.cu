// Budnik and Kuck, The Organization and Use of Parallel Memories (1971): a pitch whose
// distance along the diagonal, pitch - 1, is prime to the number of banks.

#include "suite.h"

constexpr int Size = 32;

__global__ void align(int *out, const int *reference, int penalty) {
  __shared__ int score[Size + 1][Size + 2];
  __shared__ int match[Size][Size];
  int t = threadIdx.x;
  for (int i = 0; i < Size; ++i)
    match[i][t] = reference[(blockIdx.x * Size + i) * Size + t];
  score[t + 1][0] = -penalty * (t + 1);
  score[0][t + 1] = -penalty * (t + 1);
  if (t == 0)
    score[0][0] = 0;
  __syncthreads();
  for (int m = 0; m < 2 * Size - 1; ++m) {
    int x = m - t;
    if (x >= 0 && x < Size) {
      int best = score[t][x] + match[t][x];
      best = max(best, score[t + 1][x] - penalty);
      score[t + 1][x + 1] = max(best, score[t][x + 1] - penalty);
    }
    __syncthreads();
  }
  for (int i = 0; i < Size; ++i)
    out[(blockIdx.x * Size + i) * Size + t] = score[i + 1][t + 1];
}

int main() {
  const int count = blocks(2);
  Array<int> reference(count * Size * Size), out(count * Size * Size);
  align<<<count, Size>>>(out.get(), reference.get(), 3);
  return out.print();
}
