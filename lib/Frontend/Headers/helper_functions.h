// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The comparisons and files of NVIDIA's samples, and what their header
// includes.

#pragma once

#include <assert.h>
#include <math.h>

#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include <helper_image.h>
#include <helper_string.h>
#include <helper_timer.h>
