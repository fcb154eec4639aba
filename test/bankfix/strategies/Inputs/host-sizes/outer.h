#include "sizes.h"
