// A launch in one file gives an array of another its size: that is said, as
// nothing that is written there would help.

// RUN: %bankfix check --fail-on=never %s %S/Inputs/sized-kernel.cuh | %FileCheck %s

#include "Inputs/sized-kernel.cuh"

// CHECK: sized-kernel.cuh:2:25: note: no fix of 'tile' by index-macro: {{.*}}host-size-other-file.cu:[[#@LINE+2]]: a launch in '{{.*}}host-size-other-file.cu' gives it its size, which bankfix does not change with another file of the same unit; put the launch into the file of the kernel
void run(float *out, int n) {
  column<<<1, 256, n * 32 * sizeof(float)>>>(out);
}
