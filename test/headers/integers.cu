// Integer intrinsics and the bits of other types.

__global__ void integers(int *i, unsigned *u, unsigned long long *l) {
  i[0] = __popc(u[0]) + __popcll(l[0]) + __clz(i[1]) + __clzll(l[1]) +
         __ffs(i[2]) + __ffsll(l[2]) + __mul24(i[3], i[4]) + __mulhi(i[5], 3);
  u[0] = __brev(u[1]) + __umul24(u[2], u[3]) + __umulhi(u[4], u[5]) +
         __byte_perm(u[6], u[7], 0x0123) + __usad(u[8], u[9], 1u) +
         __funnelshift_l(u[10], u[11], 5) + __vadd4(u[12], u[13]) +
         __sad(i[6], i[7], 0u) + __uhadd(u[14], u[15]);
  l[0] = __brevll(l[1]) + __umul64hi(l[2], l[3]);
  i[1] = __dp4a(i[2], i[3], i[4]) + __hadd(i[5], i[6]);
  u[1] = __isShared(u) + __isGlobal(u) +
         static_cast<unsigned>(__cvta_generic_to_shared(u));
}
