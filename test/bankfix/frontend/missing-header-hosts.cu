// Of host code that needs a missing header, Clang drops statements: what only
// they say of a variable is not known.

// RUN: %bankfix check --fail-on=never --format=json %s | %json-lines | FileCheck %s

#include "gone.h"

#define BODY                                                                   \
  __shared__ float s[1024];                                                    \
  s[threadIdx.x] = 0;

// CHECK: kernel {"name": "shown", {{.*}}"block": [64, 1, 1], "block_from": "launch"
__global__ void shown() { BODY }
// CHECK: kernel {"name": "streamed", {{.*}}"block_from": "assumed"
__global__ void streamed() { BODY }
// CHECK: kernel {"name": "listed", {{.*}}"block_from": "assumed"
__global__ void listed() { BODY }
// CHECK: kernel {"name": "assigned", {{.*}}"block_from": "assumed"
__global__ void assigned() { BODY }
// CHECK: kernel {"name": "given", {{.*}}"block_from": "assumed"
__global__ void given() { BODY }
// CHECK: kernel {"name": "captured", {{.*}}"block_from": "assumed"
__global__ void captured() { BODY }
// CHECK: kernel {"name": "repeated", {{.*}}"block_from": "assumed"
__global__ void repeated() { BODY }

void show() {
  dim3 threads(64);
  MISSING_CHECK(cudaDeviceSynchronize());
  MISSING_CHECK((shown<<<1, threads>>>(), 0));
}
void stream() {
  int threads = 64;
  missing >> threads;
  streamed<<<1, threads>>>();
}
void list() {
  int threads = 64;
  for (auto each : missing_list)
    threads = each;
  listed<<<1, threads>>>();
}
void assign() {
  int threads = 64;
  threads = threads < missing_limit ? 32 : 64;
  assigned<<<1, threads>>>();
}
void give() {
  int threads = 64;
  Missing reader;
  reader.read(&threads);
  given<<<1, threads>>>();
}
void capture() {
  int threads = 64;
  auto f = [&] { threads = missing_value; };
  f();
  captured<<<1, threads>>>();
}
void repeat() {
  int threads = 16;
  MISSING_LOOP(i, 3) { threads *= 2; }
  repeated<<<1, threads>>>();
}
