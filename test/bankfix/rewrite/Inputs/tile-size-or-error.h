#pragma once

#if defined __has_include
#if __has_include("tile-size.h")
#include "tile-size.h"
#else
#error "tile-size.h is missing"
#endif
#endif
