#pragma once

namespace memory {

template <int BYTES> __device__ void store_shared(void *to, const void *from);

template <>
__device__ __forceinline__ void store_shared<4>(void *to, const void *from) {
  static_cast<int *>(to)[0] = static_cast<const int *>(from)[0];
}

} // namespace memory
