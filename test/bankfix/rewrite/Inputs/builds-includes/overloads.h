// Better matches.
__device__ int get(int *t, int row, int column) { return t[row * 31 + column]; }
void launchBy(void (*kernel)(int *), int bytes, int *out) { kernel<<<1, 32, 4096>>>(out); }
