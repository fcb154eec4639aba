// Textures and surfaces: objects, and the references that CUDA 12 removed.
#include <cuda_surface_types.h>
#include <cuda_texture_types.h>

texture<float, 2, cudaReadModeElementType> reference;
static texture<uchar4, cudaTextureType2D, cudaReadModeNormalizedFloat> image;
texture<int> linear;
surface<void, cudaSurfaceType2D> target;

__global__ void fetches(float *out, cudaTextureObject_t object,
                        cudaSurfaceObject_t surface_object) {
  __shared__ float4 s[32];
  int x = threadIdx.x, y = threadIdx.y;
  s[x] = tex2D(image, x, y);
  out[x] = tex2D(reference, x + 0.5f, y + 0.5f) + tex1Dfetch(linear, x) +
           tex2D<float>(object, x, y) + tex3D<float4>(object, x, y, 1).w +
           tex1Dfetch<int>(object, x) + tex2DLod<float>(object, x, y, 0) +
           tex2DLayered<float>(object, x, y, 3);
  float value;
  tex2D(&value, object, x, y);
  surf2Dwrite(value, surface_object, x * sizeof(float), y);
  surf2Dwrite(value, target, x * sizeof(float), y, cudaBoundaryModeClamp);
  surf2Dread(&value, target, x * sizeof(float), y);
  out[x] += value + surf2Dread<float>(surface_object, x, y);
}

int main() {
  cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
  cudaChannelFormatDesc same =
      cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
  cudaArray *array;
  float *p = nullptr;
  cudaMallocArray(&array, &channels, 64, 64);
  cudaMemcpyToArray(array, 0, 0, p, 64, cudaMemcpyHostToDevice);
  reference.addressMode[0] = cudaAddressModeWrap;
  reference.filterMode = cudaFilterModeLinear;
  reference.normalized = true;
  cudaBindTextureToArray(reference, array, same);
  cudaBindTextureToArray(image, array);
  cudaBindTexture(0, linear, p, 64);
  cudaBindTexture2D(nullptr, reference, p, channels, 8, 8, 32);
  cudaBindSurfaceToArray(target, array);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc how = {};
  how.addressMode[0] = cudaAddressModeClamp;
  how.readMode = cudaReadModeElementType;
  cudaTextureObject_t object;
  cudaCreateTextureObject(&object, &resource, &how, nullptr);
  fetches<<<1, 32>>>(p, object, 0);
  cudaDestroyTextureObject(object);
  cudaUnbindTexture(linear);
  cudaFreeArray(array);
}
