// SPDX-License-Identifier: GPL-2.0-only
/*
 * Demangling by libiberty: C++, Rust.  Without arguments, as perf shows names.
 */
#include "user/symbols/internal.h"

#include <libiberty/demangle.h>

/* The name as a programmer wrote it, to be freed, or NULL where it is not mangled. */
char *demangle(const char *name)
{
	/* All that is mangled begins so; asking libiberty about each C name costs. */
	if (name[0] != '_' || (name[1] != 'Z' && name[1] != 'R' && name[1] != 'G'))
		return NULL;
	return cplus_demangle(name, DMGL_NO_OPTS);
}
