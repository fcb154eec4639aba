#if WINDOWS
#include "pasted-numbers.h"
#endif
