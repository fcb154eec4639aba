// Of headers, nothing is replaced.
__device__ unsigned laneOfWarp() {
  unsigned n;
  asm volatile("mov.u32 %0, %laneid;" : "=r"(n)); return n;
}
