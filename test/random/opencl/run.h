// Buffers and `__local` arguments of a launch that a host asked for, and what is
// left of them afterwards.

#pragma once
#include "../native.h"

void begin();
void *buffer(int number);
void *local(size_t bytes);
/// Prints the result of the launch: a hash, or what it broke.
void end(const char *kernel);
