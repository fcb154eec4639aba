// A header that includes itself is read once, as its guard says.

// RUN: rm -rf %t && mkdir -p %t/.git %t/Inputs
// RUN: cp %S/Inputs/includes-itself.inl %t/Inputs && cp %s %t/main.cu
// RUN: cd %t && %bankfix -i --objective=wavefronts --cuda-headers=builtin Inputs/includes-itself.inl main.cu > %t.log
// RUN: FileCheck %s < %t/Inputs/includes-itself.inl
// CHECK: float t[32][33];

#include "Inputs/includes-itself.inl"
void run(float *a) { turned<<<1, dim3(32, 32)>>>(a); }
