#ifdef MANY_TILES
static float tile[4];
#include "tile.h"
#endif
