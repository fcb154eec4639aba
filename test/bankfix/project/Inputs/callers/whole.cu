#if __has_include("calls.cuh")
#include "calls.cuh"
#endif
#include "helper.cu"
int main() { launch(nullptr); }
