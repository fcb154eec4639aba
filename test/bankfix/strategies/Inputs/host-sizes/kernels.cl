__kernel void red(__global float4 *o, __local float4 *s) {
  int t = get_local_id(0);
  s[t] = o[t];
  barrier(CLK_LOCAL_MEM_FENCE);
  s[t].x = s[255 - t].y;
  barrier(CLK_LOCAL_MEM_FENCE);
  o[t] = s[t];
}

__kernel void scan(__global float *o, __local float *s, int w) {
  int t = get_local_id(0);
  s[t * w] = t;
  barrier(CLK_LOCAL_MEM_FENCE);
  o[t] = s[t * w];
}
