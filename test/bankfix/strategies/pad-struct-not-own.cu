// pad-struct: what depends on the size of a struct, or may, keeps it as it is: its
// elements are wrapped then, or left alone where they cannot be.

// RUN: %bankfix --objective=wavefronts --strategy=pad-struct %s -o %t.cu > %t.log
// RUN: %code %t.cu | FileCheck %s --implicit-check-not='y; unsigned' --implicit-check-not=bankfix_pad
// RUN: %clang-device %t.cu
// RUN: %bankfix verify --strategy=pad-struct %s > %t.verify
// RUN: %bankfix --objective=wavefronts --strategy=pad-struct %t.cu -o %t.again.cu > %t.log
// RUN: cmp %t.cu %t.again.cu

// A size.
struct Sized {
  int x, y;
};
__global__ void sized(int *out) {
  // CHECK: __shared__ bankfix_Sized_12 a[64];
  __shared__ Sized a[64];
  int t = threadIdx.x;
  a[t].x = t;
  a[t].y = t;
  __syncthreads();
  out[t] = a[63 - t].x + (int)sizeof(Sized);
}

// That of an expression.
struct Measured {
  int x, y;
};
__global__ void measured(int *out) {
  // CHECK: __shared__ Measured a[64];
  __shared__ Measured a[64];
  int t = threadIdx.x;
  a[t].x = t;
  a[t].y = t;
  __syncthreads();
  out[t] = a[63 - t].x + (int)sizeof(a[0]);
}

// An alignment.
struct Spaced {
  int x, y;
};
__global__ void spaced(int *out) {
  // CHECK: __shared__ bankfix_Spaced_12 a[64];
  __shared__ Spaced a[64];
  int t = threadIdx.x;
  a[t].x = t;
  a[t].y = t;
  __syncthreads();
  out[t] = a[63 - t].x + (int)alignof(Spaced);
}

// A condition on it.
struct Asserted {
  int x, y;
};
static_assert(sizeof(Asserted) == 8, "");
__global__ void asserted(int *out) {
  // CHECK: __shared__ bankfix_Asserted_12 a[64];
  __shared__ Asserted a[64];
  int t = threadIdx.x;
  a[t].x = t;
  a[t].y = t;
  __syncthreads();
  out[t] = a[63 - t].x;
}

// The place of a member.
struct Offset {
  int x, y;
};
__global__ void offset(int *out) {
  // CHECK: __shared__ bankfix_Offset_12 a[64];
  __shared__ Offset a[64];
  int t = threadIdx.x;
  a[t].x = t;
  a[t].y = t;
  __syncthreads();
  out[t] = a[63 - t].x + (int)__builtin_offsetof(Offset, y);
}

// The same type in global memory.
struct Loaded {
  int x, y;
};
__global__ void loaded(int *out, const Loaded *in) {
  // CHECK: __shared__ bankfix_Loaded_12 a[64];
  __shared__ Loaded a[64];
  int t = threadIdx.x;
  a[t].x = t;
  a[t].y = t;
  __syncthreads();
  out[t] = a[63 - t].x + (in ? in[0].y : 0);
}

// A parameter of the kernel.
struct Given {
  int x, y;
};
__global__ void given(int *out, Given in) {
  // CHECK: __shared__ bankfix_Given_12 a[64];
  __shared__ Given a[64];
  int t = threadIdx.x;
  a[t].x = t;
  a[t].y = t;
  __syncthreads();
  out[t] = a[63 - t].x + in.y;
}

// A variable in global memory.
struct Kept {
  int x, y;
};
__device__ Kept kept_by_all;
__global__ void kept(int *out) {
  // CHECK: __shared__ bankfix_Kept_12 a[64];
  __shared__ Kept a[64];
  int t = threadIdx.x;
  a[t].x = t;
  a[t].y = t;
  __syncthreads();
  out[t] = a[63 - t].x;
}

// A variable of the host.
struct Hosted {
  int x, y;
};
int on_host() { Hosted local = {1, 2}; return local.y; }
__global__ void hosted(int *out) {
  // CHECK: __shared__ bankfix_Hosted_12 a[64];
  __shared__ Hosted a[64];
  int t = threadIdx.x;
  a[t].x = t;
  a[t].y = t;
  __syncthreads();
  out[t] = a[63 - t].x;
}

// Another type for an element.
struct Viewed {
  int x, y;
};
__global__ void viewed(int *out) {
  // CHECK: __shared__ Viewed a[64];
  __shared__ Viewed a[64];
  int t = threadIdx.x;
  a[t].x = t;
  a[t].y = t;
  __syncthreads();
  out[t] = (int)reinterpret_cast<int2 &>(a[63 - t]).x;
}

// An address of one, of which nothing else is used.
struct Addressed {
  int x, y;
};
__device__ int first(const Addressed *of) { return of->x; }
__global__ void addressed(int *out) {
  // CHECK: __shared__ bankfix_Addressed_12 a[64];
  __shared__ Addressed a[64];
  int t = threadIdx.x;
  a[t].x = t;
  a[t].y = t;
  __syncthreads();
  // CHECK: first(&a[0].v);
  out[t] = a[63 - t].x + first(&a[0]);
}

// An address of a value.
struct Taken {
  int x, y;
};
__global__ void taken(int *out) {
  // CHECK: __shared__ bankfix_Taken_12 a[64];
  __shared__ Taken a[64];
  int t = threadIdx.x;
  a[t].x = t;
  a[t].y = t;
  Taken own = {1, 2};
  Taken *p = &own;
  __syncthreads();
  out[t] = a[63 - t].x + p->y;
}

// Values side by side.
struct Several {
  int x, y;
};
__global__ void several(int *out) {
  // CHECK: __shared__ bankfix_Several_12 a[64];
  __shared__ Several a[64];
  int t = threadIdx.x;
  a[t].x = t;
  a[t].y = t;
  Several own[2] = {1, 2, 3, 4};
  __syncthreads();
  out[t] = a[63 - t].x + own[1].y;
}

// Part of another struct.
struct Within {
  int x, y;
};
struct Around {
  Within inner;
  int z;
};
__global__ void within(int *out) {
  // CHECK: __shared__ bankfix_Within_12 a[64];
  __shared__ Within a[64];
  int t = threadIdx.x;
  a[t].x = t;
  a[t].y = t;
  Around around = {1, 2, 3};
  __syncthreads();
  out[t] = a[63 - t].x + around.z;
}

// Two arrays.
struct Twice {
  int x, y;
};
__global__ void twice(int *out) {
  // CHECK: __shared__ bankfix_Twice_12 a[64];
  __shared__ Twice a[64];
  __shared__ Twice b[64];
  int t = threadIdx.x;
  a[t].x = t;
  a[t].y = t;
  b[t].x = t;
  __syncthreads();
  out[t] = a[63 - t].x + b[63 - t].x;
}

// Two arrays of one declaration, which cannot be wrapped.
struct Again {
  int x, y;
};
__global__ void again(int *out) {
  // CHECK: __shared__ Again a[64], b[64];
  __shared__ Again a[64], b[64];
  int t = threadIdx.x;
  a[t].x = t;
  a[t].y = t;
  b[t].x = t;
  __syncthreads();
  out[t] = a[63 - t].x + b[63 - t].x;
}

// Whole elements, with their padding: wrapped, that is no part of them.
struct Copied {
  int x, y;
};
__global__ void copied(int *out) {
  // CHECK: __shared__ bankfix_Copied_12 a[64];
  __shared__ Copied a[64];
  int t = threadIdx.x;
  a[t].x = t;
  a[t].y = t;
  Copied own = a[t];
  __syncthreads();
  out[t] = a[63 - t].x + own.y;
}

// Likewise.
struct Stored {
  int x, y;
};
__global__ void stored(int *out) {
  // CHECK: __shared__ bankfix_Stored_12 a[64];
  __shared__ Stored a[64];
  int t = threadIdx.x;
  a[t] = Stored{t, t};
  __syncthreads();
  out[t] = a[63 - t].x;
}

// Likewise.
struct Moved {
  int x, y;
};
__global__ void moved(int *out) {
  // CHECK: __shared__ bankfix_Moved_12 a[64];
  __shared__ Moved a[64];
  int t = threadIdx.x;
  a[t].x = t;
  a[t].y = t;
  const Moved &from = a[t ^ 1];
  __syncthreads();
  Moved own(from);
  __syncthreads();
  out[t] = a[63 - t].x + own.y;
}

// Part of a lambda.
struct Captured {
  int x, y;
};
__global__ void captured(int *out) {
  // CHECK: __shared__ bankfix_Captured_12 a[64];
  __shared__ Captured a[64];
  int t = threadIdx.x;
  a[t].x = t;
  a[t].y = t;
  Captured own = {1, 2};
  auto f = [=] { return own.y; };
  __syncthreads();
  out[t] = a[63 - t].x + f();
}

// A name for each member.
struct Bound {
  int x, y;
};
__global__ void bound(int *out) {
  // CHECK: __shared__ bankfix_Bound_12 a[64];
  __shared__ Bound a[64];
  int t = threadIdx.x;
  a[t].x = t;
  a[t].y = t;
  Bound own = {1, 2};
  auto [first, second] = own;
  __syncthreads();
  out[t] = a[63 - t].x + first;
}

// An argument of a template.
struct Deduced {
  int x, y;
};
template <class T> __device__ int second(const T &of) { return of.y; }
__global__ void deduced(int *out) {
  // CHECK: __shared__ bankfix_Deduced_12 a[64];
  __shared__ Deduced a[64];
  int t = threadIdx.x;
  a[t].x = t;
  a[t].y = t;
  __syncthreads();
  out[t] = a[63 - t].x + second(a[t ^ 1]);
}

// Likewise.
struct Named {
  int x, y;
};
template <class T> struct Size {
  static const int Is = 2;
};
__global__ void named(int *out) {
  // CHECK: __shared__ bankfix_Named_12 a[64];
  __shared__ Named a[64];
  int t = threadIdx.x;
  a[t].x = t;
  a[t].y = t;
  __syncthreads();
  out[t] = a[63 - t].x + Size<Named>::Is;
}

// A name in a macro.
struct Spelt {
  int x, y;
};
#define SIZE sizeof(Spelt)
__global__ void spelt(int *out) {
  // CHECK: __shared__ bankfix_Spelt_12 a[64];
  __shared__ Spelt a[64];
  int t = threadIdx.x;
  a[t].x = t;
  a[t].y = t;
  __syncthreads();
  out[t] = a[63 - t].x;
}

// Code of another build.
struct Skipped {
  int x, y;
};
#ifdef CHECKED
Skipped checked;
#endif
__global__ void skipped(int *out) {
  // CHECK: __shared__ bankfix_Skipped_12 a[64];
  __shared__ Skipped a[64];
  int t = threadIdx.x;
  a[t].x = t;
  a[t].y = t;
  __syncthreads();
  out[t] = a[63 - t].x;
}

// Likewise.
struct Otherwise {
  int x, y;
};
__global__ void otherwise(int *out) {
  // CHECK: __shared__ bankfix_Otherwise_12 a[64];
  __shared__ Otherwise a[64];
  int t = threadIdx.x;
  a[t].x = t;
  a[t].y = t;
  Otherwise own_of_it = {1, 2};
#ifdef CHECKED
  out[1] = own_of_it.x;
#endif
  __syncthreads();
  out[t] = a[63 - t].x + own_of_it.y;
}

// A member of another build, where the struct around it had another size.
struct Either {
  int x, y;
#ifdef CHECKED
  int z, w;
#endif
};
__global__ void either(int *out) {
  // CHECK: __shared__ Either a[64];
  __shared__ Either a[64];
  int t = threadIdx.x;
  a[t].x = t;
  a[t].y = t;
  __syncthreads();
  out[t] = a[63 - t].x;
}

// Attributes.
struct __attribute__((packed)) Packed {
  int x, y;
};
__global__ void packed(int *out) {
  // CHECK: __shared__ bankfix_Packed_12 a[64];
  __shared__ Packed a[64];
  int t = threadIdx.x;
  a[t].x = t;
  a[t].y = t;
  __syncthreads();
  out[t] = a[63 - t].x;
}

// Likewise; packed, it stays as wide.
struct Aligned {
  alignas(8) int x;
  int y;
};
__global__ void aligned(int *out) {
  // CHECK: __shared__ bankfix_Aligned_12 a[64];
  __shared__ Aligned a[64];
  int t = threadIdx.x;
  a[t].x = t;
  a[t].y = t;
  __syncthreads();
  out[t] = a[63 - t].x;
}

// A union.
union United {
  int x, all[2];
};
__global__ void united(int *out) {
  // CHECK: __shared__ United a[64];
  __shared__ United a[64];
  int t = threadIdx.x;
  a[t].x = t;
  __syncthreads();
  out[t] = a[63 - t].x;
}

// A base.
struct Base {
  int x;
};
struct Derived : Base {
  int y;
};
__global__ void derived(int *out) {
  // CHECK: __shared__ Derived a[64];
  __shared__ Derived a[64];
  int t = threadIdx.x;
  a[t].x = t;
  a[t].y = t;
  __syncthreads();
  out[t] = a[63 - t].x;
}

// No place for a public member.
struct Hidden {
  int x, y;

private:
  __device__ void nothing();
};
__global__ void hidden(int *out) {
  // CHECK: __shared__ bankfix_Hidden_12 a[64];
  __shared__ Hidden a[64];
  int t = threadIdx.x;
  a[t].x = t;
  a[t].y = t;
  __syncthreads();
  out[t] = a[63 - t].x;
}

// A definition from a macro.
#define PAIR(T) struct T { int x, y; }
PAIR(Expanded);
__global__ void expanded(int *out) {
  // CHECK: __shared__ bankfix_Expanded_12 a[64];
  __shared__ Expanded a[64];
  int t = threadIdx.x;
  a[t].x = t;
  a[t].y = t;
  __syncthreads();
  out[t] = a[63 - t].x;
}

// A pointer to itself.
struct Pointing {
  int x, y;
  Pointing *next;
};
__global__ void pointing(int *out) {
  // CHECK: __shared__ bankfix_Pointing_20 a[64];
  __shared__ Pointing a[64];
  int t = threadIdx.x;
  a[t].x = t;
  a[t].y = t;
  __syncthreads();
  out[t] = a[63 - t].x;
}

// A function that is somewhere else.
struct Undefined {
  int x, y;
};
__device__ int elsewhere(const Undefined &of);
__global__ void undefined(int *out) {
  // CHECK: __shared__ bankfix_Undefined_12 a[64];
  __shared__ Undefined a[64];
  int t = threadIdx.x;
  a[t].x = t;
  a[t].y = t;
  __syncthreads();
  out[t] = a[63 - t].x;
}

// None of these.
// CHECK:      struct Alone {
// CHECK-NEXT:   int x, y;
// CHECK-NEXT:   unsigned pad;
struct Alone {
  int x, y;
};
__global__ void alone(int *out) {
  // CHECK: __shared__ Alone a[64];
  __shared__ Alone a[64];
  int t = threadIdx.x;
  a[t].x = t;
  a[t].y = t;
  __syncthreads();
  out[t] = a[63 - t].x;
}

void launch(int *out) {
  alone<<<1, 64>>>(out);
  sized<<<1, 64>>>(out);
  measured<<<1, 64>>>(out);
  spaced<<<1, 64>>>(out);
  asserted<<<1, 64>>>(out);
  offset<<<1, 64>>>(out);
  loaded<<<1, 64>>>(out, nullptr);
  given<<<1, 64>>>(out, Given());
  kept<<<1, 64>>>(out);
  hosted<<<1, 64>>>(out);
  viewed<<<1, 64>>>(out);
  addressed<<<1, 64>>>(out);
  taken<<<1, 64>>>(out);
  several<<<1, 64>>>(out);
  within<<<1, 64>>>(out);
  twice<<<1, 64>>>(out);
  again<<<1, 64>>>(out);
  copied<<<1, 64>>>(out);
  stored<<<1, 64>>>(out);
  moved<<<1, 64>>>(out);
  captured<<<1, 64>>>(out);
  bound<<<1, 64>>>(out);
  deduced<<<1, 64>>>(out);
  named<<<1, 64>>>(out);
  spelt<<<1, 64>>>(out);
  skipped<<<1, 64>>>(out);
  otherwise<<<1, 64>>>(out);
  either<<<1, 64>>>(out);
  packed<<<1, 64>>>(out);
  aligned<<<1, 64>>>(out);
  united<<<1, 64>>>(out);
  derived<<<1, 64>>>(out);
  hidden<<<1, 64>>>(out);
  expanded<<<1, 64>>>(out);
  pointing<<<1, 64>>>(out);
  undefined<<<1, 64>>>(out);
}
