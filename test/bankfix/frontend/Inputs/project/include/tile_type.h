typedef float tile_t;
