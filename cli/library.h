/* SPDX-License-Identifier: MIT */
/* What the command shares with the library beyond the public headers, for no other program. With
 * json.h this is all that it sees of src/. */
#ifndef CLI_LIBRARY_H
#define CLI_LIBRARY_H

#include "../src/base/frontend.h"

#endif
