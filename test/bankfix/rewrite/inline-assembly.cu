// Assembly that gets an address may reach any element.

// RUN: %bankfix %s -o %t.cu 2> %t.err | FileCheck %s
// RUN: cmp %s %t.cu

__global__ void pointer(float *out) {
  // CHECK: note: no fix of 'a' by pad-row: line [[#@LINE+6]]: '__cvta_generic_to_shared(&a[0][0])' makes a number of its address, with which more is done than to add to it and to access what lies there, or where the array has no name; take the address of the element there
  __shared__ float a[32][32];
  a[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = a[threadIdx.x][threadIdx.y];
  asm volatile("st.shared.f32 [%0+128], 0f00000000;"
               :: "l"(__cvta_generic_to_shared(&a[0][0])));
}

__global__ void memory(float *out) {
  // CHECK: note: no fix of 'b' by pad-row:
  __shared__ float b[32][32];
  b[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = b[threadIdx.x][threadIdx.y];
  asm volatile("" :: "m"(b[0][0]));
}

void launch(float *out) {
  pointer<<<1, dim3(32, 32)>>>(out);
  memory<<<1, dim3(32, 32)>>>(out);
}
