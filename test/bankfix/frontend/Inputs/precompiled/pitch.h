#pragma once

#ifndef PITCH_OF_TILES
#define PITCH_OF_TILES 32
#endif
enum { PITCH = PITCH_OF_TILES };
