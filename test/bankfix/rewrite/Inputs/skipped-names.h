#ifdef MANY_TILES
static float tile[4], a[4];
#include "tile.h"
#endif
