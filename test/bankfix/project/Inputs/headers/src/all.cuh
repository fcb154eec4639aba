#include "transpose.cuh"
