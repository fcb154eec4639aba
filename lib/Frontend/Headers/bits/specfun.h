// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In place of libstdc++'s file of this name, which brings C++17's special
// functions (Bessel, zeta) into <cmath>, and with them two thirds of the time
// that <cmath> takes to parse. What else it includes is kept.

#pragma once

#include <bits/stl_algobase.h>
#include <limits>
#include <type_traits>
