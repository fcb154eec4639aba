// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What hosts of kernels that extend PyTorch name of it, in place of its headers
// where these are not found: functions that take tensors are read for the
// launches in them. Nothing here computes anything but the types that kernels
// have elements of, and what code is made for which of them.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <iostream>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#define TORCH_VERSION_MAJOR 2
#define TORCH_VERSION_MINOR 9

#define C10_HOST_DEVICE __host__ __device__
#define C10_DEVICE __device__
#define C10_HOST __host__
#define C10_WARP_SIZE 32
#define C10_LAUNCH_BOUNDS_0 __launch_bounds__(256, 4)
#define C10_LAUNCH_BOUNDS_1(threads) __launch_bounds__(threads)
#define C10_LAUNCH_BOUNDS_2(threads, blocks) __launch_bounds__(threads, blocks)
#define C10_LIKELY(condition) (condition)
#define C10_UNLIKELY(condition) (condition)
#define C10_RESTRICT __restrict__

#define TORCH_CHECK(condition, ...) ((void)(condition))
#define TORCH_CHECK_ARG(condition, ...) ((void)(condition))
#define TORCH_INTERNAL_ASSERT(condition, ...) ((void)(condition))
#define TORCH_WARN(...) ((void)0)
#define AT_ASSERT(condition, ...) ((void)(condition))
#define AT_ASSERTM(condition, ...) ((void)(condition))
#define AT_CHECK(condition, ...) ((void)(condition))
#define AT_ERROR(...) throw std::runtime_error("")
#define AT_CUDA_CHECK(call) ((void)(call))
#define C10_CUDA_CHECK(call) ((void)(call))
#define C10_CUDA_KERNEL_LAUNCH_CHECK() ((void)cudaGetLastError())
#define TORCH_CUDABLAS_CHECK(call) ((void)(call))

struct cublasContext; // As cuBLAS names it.

namespace c10 {

// Elements of two bytes, which convert to and from `float` by themselves.
#define BANKFIX_TORCH_OPERATOR(Name, Op)                                       \
  inline __host__ __device__ Name operator Op(const Name &a, const Name &b) {  \
    return float(a) Op float(b);                                               \
  }                                                                            \
  inline __host__ __device__ Name &operator Op##=(Name &a, const Name &b) {    \
    a = a Op b;                                                                \
    return a;                                                                  \
  }                                                                            \
  inline __host__ __device__ float &operator Op##=(float &a, const Name &b) {  \
    return a Op##= float(b);                                                  \
  }                                                                            \
  BANKFIX_TORCH_MIXED(Name, Op, float, float)                                  \
  BANKFIX_TORCH_MIXED(Name, Op, double, double)                                \
  BANKFIX_TORCH_MIXED(Name, Op, int, Name)                                     \
  BANKFIX_TORCH_MIXED(Name, Op, int64_t, Name)
#define BANKFIX_TORCH_MIXED(Name, Op, Other, Result)                           \
  inline __host__ __device__ Result operator Op(const Name &a, Other b) {      \
    return float(a) Op b;                                                      \
  }                                                                            \
  inline __host__ __device__ Result operator Op(Other a, const Name &b) {      \
    return a Op float(b);                                                      \
  }
#define BANKFIX_TORCH_ELEMENT(Name, Device, ToFloat, FromFloat)                \
  struct alignas(2) Name {                                                     \
    Device value;                                                              \
    Name() = default;                                                          \
    __host__ __device__ Name(float from) : value(FromFloat(from)) {}           \
    __host__ __device__ Name(const Device &from) : value(from) {}              \
    __host__ __device__ operator float() const { return ToFloat(value); }      \
    explicit __host__ __device__ operator Device() const { return value; }     \
  };                                                                           \
  inline __host__ __device__ Name operator-(const Name &a) {                   \
    return -float(a);                                                          \
  }                                                                            \
  BANKFIX_TORCH_OPERATOR(Name, +)                                              \
  BANKFIX_TORCH_OPERATOR(Name, -)                                              \
  BANKFIX_TORCH_OPERATOR(Name, *)                                              \
  BANKFIX_TORCH_OPERATOR(Name, /)

BANKFIX_TORCH_ELEMENT(Half, __half, __half2float, __float2half)
BANKFIX_TORCH_ELEMENT(BFloat16, __nv_bfloat16, __bfloat162float,
                      __float2bfloat16)

#define BANKFIX_TORCH_TYPES(each)                                              \
  each(uint8_t, Byte) each(int8_t, Char) each(int16_t, Short) each(int, Int)   \
      each(int64_t, Long) each(Half, Half) each(float, Float)                  \
          each(double, Double) each(bool, Bool) each(BFloat16, BFloat16)

enum class ScalarType : int8_t {
#define BANKFIX_TORCH_EACH(type, Name) Name,
  BANKFIX_TORCH_TYPES(BANKFIX_TORCH_EACH)
#undef BANKFIX_TORCH_EACH
      Float8_e5m2,
  Float8_e4m3fn,
  Undefined,
};

#define BANKFIX_TORCH_EACH(type, Name)                                         \
  constexpr ScalarType k##Name = ScalarType::Name;
BANKFIX_TORCH_TYPES(BANKFIX_TORCH_EACH)
#undef BANKFIX_TORCH_EACH
constexpr ScalarType kInt8 = kChar, kUInt8 = kByte, kInt16 = kShort,
                     kInt32 = kInt, kInt64 = kLong, kFloat16 = kHalf,
                     kFloat32 = kFloat, kFloat64 = kDouble,
                     kFloat8_e5m2 = ScalarType::Float8_e5m2,
                     kFloat8_e4m3fn = ScalarType::Float8_e4m3fn;

template <typename __T> struct CppTypeToScalarType;
#define BANKFIX_TORCH_EACH(type, Name)                                         \
  template <> struct CppTypeToScalarType<type> {                               \
    static constexpr ScalarType value = ScalarType::Name;                      \
  };
BANKFIX_TORCH_TYPES(BANKFIX_TORCH_EACH)
#undef BANKFIX_TORCH_EACH

enum class DeviceType : int8_t { CPU, CUDA };
constexpr DeviceType kCPU = DeviceType::CPU, kCUDA = DeviceType::CUDA;
enum class MemoryFormat : int8_t {
  Contiguous,
  Preserve,
  ChannelsLast,
  ChannelsLast3d
};
using DeviceIndex = int8_t;

struct Device {
  Device(DeviceType type, DeviceIndex index = -1);
  Device(const std::string &name);
  Device(const char *name);
  DeviceIndex index() const;
  DeviceType type() const;
  bool is_cuda() const;
  bool is_cpu() const;
};
bool operator==(const Device &a, const Device &b);
bool operator!=(const Device &a, const Device &b);
std::ostream &operator<<(std::ostream &to, const Device &what);

template <typename __T> struct ArrayRef {
  ArrayRef();
  ArrayRef(const __T &one);
  ArrayRef(const __T *data, size_t length);
  ArrayRef(const std::vector<__T> &all);
  ArrayRef(const std::initializer_list<__T> &all);
  const __T *begin() const;
  const __T *end() const;
  const __T *data() const;
  size_t size() const;
  bool empty() const;
  const __T &operator[](size_t i) const;
  std::vector<__T> vec() const;
};
template <typename __T> bool operator==(ArrayRef<__T> a, ArrayRef<__T> b);
template <typename __T> bool operator!=(ArrayRef<__T> a, ArrayRef<__T> b);
template <typename __T>
std::ostream &operator<<(std::ostream &to, const ArrayRef<__T> &what);
using IntArrayRef = ArrayRef<int64_t>;

template <typename __T> using optional = std::optional<__T>;
constexpr auto nullopt = std::nullopt;

struct TensorOptions {
  TensorOptions();
  TensorOptions(ScalarType type);
  TensorOptions(Device device);
  TensorOptions(DeviceType device);
  TensorOptions dtype(ScalarType type) const;
  TensorOptions device(Device device) const;
  TensorOptions device(DeviceType device, DeviceIndex index = -1) const;
  TensorOptions requires_grad(bool is = true) const;
  TensorOptions memory_format(MemoryFormat format) const;
  ScalarType dtype() const;
  Device device() const;
};
std::ostream &operator<<(std::ostream &to, const TensorOptions &what);
std::ostream &operator<<(std::ostream &to, ScalarType what);
/// What a tensor's elements are: compares as a ScalarType does.
struct TypeMeta {
  TypeMeta(ScalarType type);
  operator ScalarType() const;
  ScalarType toScalarType() const;
  size_t itemsize() const;
};
std::ostream &operator<<(std::ostream &to, const TypeMeta &what);

struct Scalar {
  template <typename __T> Scalar(__T value);
  template <typename __T> __T to() const;
};

struct Stream {
  operator cudaStream_t() const;
  cudaStream_t stream() const;
  void synchronize() const;
};

namespace cuda {
using CUDAStream = Stream;
CUDAStream getCurrentCUDAStream(DeviceIndex device = -1);
CUDAStream getDefaultCUDAStream(DeviceIndex device = -1);
CUDAStream getStreamFromPool(bool high = false, DeviceIndex device = -1);
DeviceIndex current_device();
struct CUDAGuard {
  explicit CUDAGuard(Device device);
  explicit CUDAGuard(DeviceIndex device);
  void set_index(DeviceIndex device);
};
struct OptionalCUDAGuard {
  OptionalCUDAGuard();
  explicit OptionalCUDAGuard(std::optional<Device> device);
};
} // namespace cuda
} // namespace c10

namespace at {

using namespace c10;
template <typename __T> using optional = std::optional<__T>;

template <typename __T> struct DefaultPtrTraits { typedef __T *PtrType; };
template <typename __T> struct RestrictPtrTraits {
  typedef __T *__restrict__ PtrType;
};

/// Memory that is indexed by rows, of lengths that the host tells.
template <typename __T, size_t __N,
          template <typename __U> class PtrTraits = DefaultPtrTraits,
          typename index_t = int64_t>
struct TensorAccessor {
  typedef typename PtrTraits<__T>::PtrType PtrType;
  __host__ __device__ TensorAccessor(PtrType data, const index_t *sizes,
                                     const index_t *strides)
      : data_(data), sizes_(sizes), strides_(strides) {}
  __host__ __device__ index_t size(index_t i) const { return sizes_[i]; }
  __host__ __device__ index_t stride(index_t i) const { return strides_[i]; }
  __host__ __device__ PtrType data() const { return data_; }
  __host__ __device__ decltype(auto) operator[](index_t i) const {
    if constexpr (__N == 1)
      return (data_[strides_[0] * i]);
    else
      return TensorAccessor<__T, __N - 1, PtrTraits, index_t>(
          data_ + strides_[0] * i, sizes_ + 1, strides_ + 1);
  }

private:
  PtrType data_;
  const index_t *sizes_, *strides_;
};

template <typename __T, size_t __N,
          template <typename __U> class PtrTraits = DefaultPtrTraits,
          typename index_t = int64_t>
struct GenericPackedTensorAccessor {
  typedef typename PtrTraits<__T>::PtrType PtrType;
  __host__ __device__ index_t size(index_t i) const { return sizes_[i]; }
  __host__ __device__ index_t stride(index_t i) const { return strides_[i]; }
  __host__ __device__ PtrType data() const { return data_; }
  __host__ __device__ decltype(auto) operator[](index_t i) const {
    return TensorAccessor<__T, __N, PtrTraits, index_t>(data_, sizes_,
                                                        strides_)[i];
  }

private:
  PtrType data_;
  index_t sizes_[__N], strides_[__N];
};
template <typename __T, size_t __N,
          template <typename __U> class PtrTraits = DefaultPtrTraits>
using PackedTensorAccessor32 =
    GenericPackedTensorAccessor<__T, __N, PtrTraits, int32_t>;
template <typename __T, size_t __N,
          template <typename __U> class PtrTraits = DefaultPtrTraits>
using PackedTensorAccessor64 =
    GenericPackedTensorAccessor<__T, __N, PtrTraits, int64_t>;
template <typename __T, size_t __N,
          template <typename __U> class PtrTraits = DefaultPtrTraits,
          typename index_t = int64_t>
using PackedTensorAccessor =
    GenericPackedTensorAccessor<__T, __N, PtrTraits, index_t>;

struct Tensor {
  int64_t size(int64_t i) const;
  IntArrayRef sizes() const;
  int64_t stride(int64_t i) const;
  IntArrayRef strides() const;
  int64_t numel() const;
  int64_t dim() const;
  int64_t ndimension() const;
  size_t nbytes() const;
  int64_t element_size() const;
  int64_t get_device() const;
  int64_t storage_offset() const;

  void *data_ptr() const;
  template <typename __T> __T *data_ptr() const;
  template <typename __T> const __T *const_data_ptr() const;
  template <typename __T> __T *mutable_data_ptr() const;
  template <typename __T> __T *data() const;
  template <typename __T> __T item() const;
  template <typename __T, size_t __N> TensorAccessor<__T, __N> accessor() const;
  template <typename __T, size_t __N,
            template <typename __U> class PtrTraits = DefaultPtrTraits>
  PackedTensorAccessor32<__T, __N, PtrTraits> packed_accessor32() const;
  template <typename __T, size_t __N,
            template <typename __U> class PtrTraits = DefaultPtrTraits>
  PackedTensorAccessor64<__T, __N, PtrTraits> packed_accessor64() const;
  template <typename __T, size_t __N,
            template <typename __U> class PtrTraits = DefaultPtrTraits,
            typename index_t = int64_t>
  GenericPackedTensorAccessor<__T, __N, PtrTraits, index_t>
  packed_accessor() const;

  ScalarType scalar_type() const;
  TypeMeta dtype() const;
  ScalarType type() const;
  Device device() const;
  TensorOptions options() const;
  size_t itemsize() const;
  bool defined() const;
  bool is_cuda() const;
  bool is_cpu() const;
  bool is_contiguous(MemoryFormat format = MemoryFormat::Contiguous) const;
  bool requires_grad() const;
  bool is_floating_point() const;

  Tensor contiguous(MemoryFormat format = MemoryFormat::Contiguous) const;
  Tensor view(IntArrayRef sizes) const;
  Tensor reshape(IntArrayRef sizes) const;
  Tensor expand(IntArrayRef sizes) const;
  Tensor permute(IntArrayRef order) const;
  Tensor transpose(int64_t a, int64_t b) const;
  Tensor t() const;
  Tensor slice(int64_t dim, int64_t begin, int64_t end) const;
  Tensor select(int64_t dim, int64_t i) const;
  Tensor narrow(int64_t dim, int64_t begin, int64_t length) const;
  Tensor squeeze() const;
  Tensor squeeze(int64_t dim) const;
  Tensor unsqueeze(int64_t dim) const;
  Tensor flatten(int64_t begin = 0, int64_t end = -1) const;
  Tensor to(ScalarType type) const;
  Tensor to(Device device) const;
  Tensor to(DeviceType device) const;
  Tensor to(TensorOptions options) const;
  Tensor cpu() const;
  Tensor cuda() const;
  Tensor clone() const;
  Tensor detach() const;
  Tensor zero_() const;
  Tensor fill_(Scalar value) const;
  Tensor copy_(const Tensor &from) const;
  Tensor add_(const Tensor &other) const;
  Tensor resize_(IntArrayRef sizes) const;
  Tensor sum() const;
  Tensor max() const;
  Tensor min() const;
  Tensor operator[](int64_t i) const;
};
Tensor operator+(const Tensor &a, const Tensor &b);
Tensor operator-(const Tensor &a, const Tensor &b);
Tensor operator*(const Tensor &a, const Tensor &b);
Tensor operator/(const Tensor &a, const Tensor &b);

using TensorList = ArrayRef<Tensor>;
std::optional<Device> device_of(const Tensor &t);

/// A tensor with what messages call it.
struct TensorArg {
  TensorArg(const Tensor &tensor, const char *name, int position);
  const Tensor *operator->() const;
  const Tensor &operator*() const;
};
using CheckedFrom = const char *;
void checkAllSameGPU(CheckedFrom from, ArrayRef<TensorArg> tensors);
void checkAllSameType(CheckedFrom from, ArrayRef<TensorArg> tensors);
void checkSameGPU(CheckedFrom from, const TensorArg &a, const TensorArg &b);
void checkSameType(CheckedFrom from, const TensorArg &a, const TensorArg &b);
void checkDim(CheckedFrom from, const TensorArg &tensor, int64_t dim);
void checkContiguous(CheckedFrom from, const TensorArg &tensor);
using IntList = IntArrayRef;

Tensor empty(IntArrayRef sizes, TensorOptions options = {});
Tensor zeros(IntArrayRef sizes, TensorOptions options = {});
Tensor ones(IntArrayRef sizes, TensorOptions options = {});
Tensor rand(IntArrayRef sizes, TensorOptions options = {});
Tensor randn(IntArrayRef sizes, TensorOptions options = {});
Tensor full(IntArrayRef sizes, Scalar value, TensorOptions options = {});
Tensor arange(Scalar end, TensorOptions options = {});
Tensor empty_like(const Tensor &like, TensorOptions options = {});
Tensor zeros_like(const Tensor &like, TensorOptions options = {});
Tensor ones_like(const Tensor &like, TensorOptions options = {});
Tensor full_like(const Tensor &like, Scalar value, TensorOptions options = {});
Tensor from_blob(void *data, IntArrayRef sizes, TensorOptions options = {});
Tensor matmul(const Tensor &a, const Tensor &b);
Tensor max(const Tensor &of);
std::tuple<Tensor, Tensor> max(const Tensor &of, int64_t dim);
Tensor min(const Tensor &of);
std::tuple<Tensor, Tensor> min(const Tensor &of, int64_t dim);
Tensor sum(const Tensor &of);
Tensor cat(ArrayRef<Tensor> all, int64_t dim = 0);
Tensor stack(ArrayRef<Tensor> all, int64_t dim = 0);
Tensor cumsum(const Tensor &of, int64_t dim);
Tensor mm(const Tensor &a, const Tensor &b);
TensorOptions dtype(ScalarType type);
TensorOptions device(Device device);
const char *toString(ScalarType type);
size_t elementSize(ScalarType type);

/// What sums of \p T are kept in.
template <typename __T, bool IsCuda> struct AccumulateType {
  using type = std::conditional_t<
      std::is_same_v<__T, double>, double,
      std::conditional_t<
          std::is_integral_v<__T> && !std::is_same_v<__T, bool>, int64_t,
          std::conditional_t<std::is_same_v<__T, bool>, bool, float>>>;
};
template <typename __T, bool IsCuda>
using acc_type = typename AccumulateType<__T, IsCuda>::type;
template <typename __T> using opmath_type = acc_type<__T, true>;

/// The largest and smallest values that kernels start from.
template <typename __T> struct numeric_limits {
  static __host__ __device__ __T lowest() { return lower_bound(); }
  static __host__ __device__ __T max() { return upper_bound(); }
  static __host__ __device__ __T lower_bound();
  static __host__ __device__ __T upper_bound();
};

struct Generator {
  template <typename __T> __T *get() const;
};
struct PhiloxCudaState {
  uint64_t seed_, offset_;
};
struct CUDAGeneratorImpl {
  PhiloxCudaState philox_cuda_state(uint64_t increment);
  std::pair<uint64_t, uint64_t> philox_engine_inputs(uint64_t increment);
  std::mutex mutex_;
};
template <typename __T>
__T *get_generator_or_default(const std::optional<Generator> &generator,
                              const Generator &standard);
struct Context {
  void alertNotDeterministic(const char *what);
  bool deterministicAlgorithms() const;
};
Context &globalContext();

namespace cuda {
using namespace c10::cuda;
cudaDeviceProp *getCurrentDeviceProperties();
cublasContext *getCurrentCUDABlasHandle();
bool check_device(ArrayRef<Tensor> tensors);
namespace detail {
const Generator &getDefaultCUDAGenerator(DeviceIndex device = -1);
}
namespace philox {
inline __host__ __device__ std::tuple<uint64_t, uint64_t>
unpack(PhiloxCudaState state) {
  return std::make_tuple(state.seed_, state.offset_);
}
} // namespace philox
cudaDeviceProp *getDeviceProperties(DeviceIndex device);
void device_synchronize();
template <typename __T> __host__ __device__ __T ATenCeilDiv(__T a, __T b) {
  return (a + b - 1) / b;
}
} // namespace cuda

} // namespace at

namespace torch {
using namespace at;
namespace cuda {
using namespace at::cuda;
}
} // namespace torch

// The code that a type of elements chooses when it runs: made for each of them.
#define BANKFIX_TORCH_CASE(type, ...)                                          \
  if (bankfix_type == ::c10::CppTypeToScalarType<type>::value) {               \
    using scalar_t = type;                                                     \
    return __VA_ARGS__();                                                      \
  }
#define BANKFIX_TORCH_DISPATCH(TYPE, CASES)                                    \
  [&] {                                                                        \
    const ::c10::ScalarType bankfix_type = TYPE;                               \
    CASES throw std::runtime_error("");                                        \
  }()
#define BANKFIX_TORCH_FLOATING(...)                                            \
  BANKFIX_TORCH_CASE(double, __VA_ARGS__)                                      \
  BANKFIX_TORCH_CASE(float, __VA_ARGS__)
#define BANKFIX_TORCH_INTEGRAL(...)                                            \
  BANKFIX_TORCH_CASE(uint8_t, __VA_ARGS__)                                     \
  BANKFIX_TORCH_CASE(int8_t, __VA_ARGS__)                                      \
  BANKFIX_TORCH_CASE(int, __VA_ARGS__)                                         \
  BANKFIX_TORCH_CASE(int64_t, __VA_ARGS__)                                     \
  BANKFIX_TORCH_CASE(int16_t, __VA_ARGS__)
#define AT_DISPATCH_CASE(TYPE, ...)                                            \
  if (bankfix_type == TYPE)                                                    \
    return __VA_ARGS__();
#define AT_DISPATCH_FLOATING_TYPES(TYPE, NAME, ...)                            \
  BANKFIX_TORCH_DISPATCH(TYPE, BANKFIX_TORCH_FLOATING(__VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND_HALF(TYPE, NAME, ...)                   \
  BANKFIX_TORCH_DISPATCH(TYPE,                                                 \
                         BANKFIX_TORCH_FLOATING(__VA_ARGS__)                   \
                             BANKFIX_TORCH_CASE(::c10::Half, __VA_ARGS__))
#define AT_DISPATCH_FLOATING_AND_REDUCED_TYPES(TYPE, NAME, ...)                \
  BANKFIX_TORCH_DISPATCH(                                                      \
      TYPE, BANKFIX_TORCH_FLOATING(__VA_ARGS__)                                \
                BANKFIX_TORCH_CASE(::c10::Half, __VA_ARGS__)                   \
                    BANKFIX_TORCH_CASE(::c10::BFloat16, __VA_ARGS__))
#define AT_DISPATCH_INTEGRAL_TYPES(TYPE, NAME, ...)                            \
  BANKFIX_TORCH_DISPATCH(TYPE, BANKFIX_TORCH_INTEGRAL(__VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES(TYPE, NAME, ...)                                 \
  BANKFIX_TORCH_DISPATCH(TYPE, BANKFIX_TORCH_INTEGRAL(__VA_ARGS__)             \
                                   BANKFIX_TORCH_FLOATING(__VA_ARGS__))

// What Python sees of it launches nothing by itself.
#define TORCH_EXTENSION_NAME bankfix_extension
namespace pybind11 {
struct arg {
  arg(const char *name);
  template <typename __T> arg &operator=(__T &&value);
};
struct none {};
struct module_ {
  template <typename... __T> module_ &def(const char *name, __T &&...rest);
};
} // namespace pybind11
namespace py = pybind11;
#define PYBIND11_MODULE(NAME, MODULE)                                          \
  static void bankfix_module(::pybind11::module_ &MODULE)
