#ifndef TILE
#error "the build says TILE"
#endif
