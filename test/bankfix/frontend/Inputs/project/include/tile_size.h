#define TILE 32
#include "tile_type.h"
