#pragma once
#include "transpose.cuh"
