#ifndef ONCE_OPEN_MACROS_H
#define ONCE_OPEN_MACROS_H

#ifndef LATER
#define LATER(i) (i)
#endif
#define EQUAL(i) (i)

#endif
