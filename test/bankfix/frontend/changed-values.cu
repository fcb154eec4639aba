// Host values that functions which nobody sees may change, again and again: they
// are likely.

// RUN: %bankfix check --fail-on=never --format=json %s | %json-lines | FileCheck %s

void ask(int *n);
int flags;

#define BODY                                                                   \
  __shared__ float s[1024];                                                    \
  s[threadIdx.x] = 0;

// What a condition decided may have been changed since, but to what it was
// before the condition it was not.
// CHECK: kernel {"name": "decided", {{.*}}"block": [256, 1, 1], "block_from": "assumed"
// CHECK-NOT: kernel {"name": "decided"
__global__ void decided() { BODY }
// CHECK: kernel {"name": "possible", {{.*}}"block": [64, 1, 1], "block_from": "assumed"
// CHECK-NOT: kernel {"name": "possible"
__global__ void possible() { BODY }
// CHECK: kernel {"name": "lost", {{.*}}"block_from": "assumed"
__global__ void lost() { BODY }

void host(int given) {
  int n = 64;
  ask(&n);
  if (n == 256) {
    ask(&n);
    decided<<<1, n>>>();
  }
  int m = 64;
  ask(&m);
  ask(&m);
  possible<<<1, m>>>();
  ask(&given);
  ask(&given);
  lost<<<1, given>>>();
}
