#include "bankfix/Target/Target.h"
