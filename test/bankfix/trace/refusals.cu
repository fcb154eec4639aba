// What is not emulated ends the program with its name; what a linker would
// complain about is said before the program starts.
//
// RUN: %exits 2 %bankfix trace %s -- texture 2>&1 | FileCheck %s --check-prefix=TEXTURE
// RUN: %exits 2 %bankfix trace %s -- graph 2>&1 | FileCheck %s --check-prefix=GRAPH
// RUN: %exits 2 %bankfix trace %s -- driver 2>&1 | FileCheck %s --check-prefix=DRIVER
// RUN: %exits 2 %bankfix trace %s -- attribute 2>&1 | FileCheck %s --check-prefix=ATTRIBUTE
// RUN: %exits 2 %bankfix trace %s -- cluster 2>&1 | FileCheck %s --check-prefix=CLUSTER
// RUN: %exits 0 %bankfix trace %s | FileCheck %s --check-prefix=NOTHING
//
// RUN: %exits 2 %bankfix trace -DMISSING %s 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: %exits 2 %bankfix trace -DNO_MAIN %s 2>&1 | FileCheck %s --check-prefix=NOMAIN
// RUN: %exits 2 %bankfix trace %s %S/Inputs/main.cpp 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: %exits 2 %bankfix trace -DBROKEN %s 2>&1 | FileCheck %s --check-prefix=BROKEN
// RUN: %exits 2 %bankfix trace %s.absent 2>&1 | FileCheck %s --check-prefix=ABSENT
// RUN: %exits 2 %bankfix trace -i %s 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: %exits 2 %bankfix trace --time-limit=soon %s 2>&1 | FileCheck %s --check-prefix=LIMIT
// RUN: %exits 2 %bankfix trace --frob %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
#include <cstdio>
#include <cstring>
#include <cuda.h>

__global__ void k() {}
void elsewhere(int);

#ifndef NO_MAIN
int main(int argc, char **argv) {
#else
int noMain(int argc, char **argv) {
#endif
  const char *what = argc > 1 ? argv[1] : "nothing";
  puts(what);
#ifdef MISSING
  elsewhere(argc);
#endif
#ifdef BROKEN
  return undeclared;
#endif
  if (!strcmp(what, "texture")) {
    cudaTextureObject_t t;
    cudaCreateTextureObject(&t, nullptr, nullptr, nullptr);
  }
  if (!strcmp(what, "graph")) {
    cudaGraph_t g;
    cudaGraphCreate(&g, 0);
  }
  if (!strcmp(what, "driver"))
    cuInit(0);
  if (!strcmp(what, "attribute")) {
    int value;
    cudaDeviceGetAttribute(&value, cudaDevAttrSingleToDoublePrecisionPerfRatio,
                           0);
  }
  if (!strcmp(what, "cluster")) {
    cudaLaunchAttribute a = {};
    a.id = cudaLaunchAttributeClusterDimension;
    cudaLaunchConfig_t config = {};
    config.attrs = &a;
    config.numAttrs = 1;
    cudaLaunchKernelEx(&config, k);
  }
  return 0;
}

// TEXTURE: {{^}}texture
// TEXTURE: bankfix: error: the program calls cudaCreateTextureObject, which 'bankfix trace' does not emulate
// GRAPH: bankfix: error: the program calls cudaGraphCreate, which
// DRIVER: bankfix: error: the program calls cuInit, which
// ATTRIBUTE: bankfix: error: cudaDeviceGetAttribute: attribute 87 is not modelled
// CLUSTER: bankfix: error: cudaLaunchKernelEx: thread block clusters are not emulated
// NOTHING: {{^}}nothing
// MISSING: bankfix: error: not defined in these files: elsewhere(int)
// NOMAIN: bankfix: error: there is no 'main'; name all source files of the program
// TWICE: bankfix: error: the files cannot be linked: {{.*}}main
// BROKEN: refusals.cu:{{[0-9]+}}:10: error: use of undeclared identifier 'undeclared'
// ABSENT: absent: error: cannot read the file
// OPTION: '-i' has no meaning for 'bankfix trace'
// LIMIT: expected a whole number, 0 for no limit
// UNKNOWN: the program's arguments go after '--', and flags for Clang into --extra-arg=
