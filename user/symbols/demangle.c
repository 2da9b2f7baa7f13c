// SPDX-License-Identifier: GPL-2.0-only
/*
 * Demangling by libiberty: C++, Rust.  Without arguments, as perf shows names.
 */
#include "user/symbols/internal.h"

#include <libiberty/demangle.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST 4096 /* of what is demangled: the work may grow faster than the name */

static char *demangle_as(const char *name, int options)
{
	/* All that is mangled begins so; asking libiberty about each C name costs. */
	if (name[0] != '_' || (name[1] != 'Z' && name[1] != 'R' && name[1] != 'G'))
		return NULL;
	if (strnlen(name, LONGEST) == LONGEST)
		return NULL;
	return cplus_demangle(name, DMGL_AUTO | options);
}

/* The name as a programmer wrote it, to be freed, or NULL where it is not mangled. */
char *demangle(const char *name, bool rust_hash)
{
	/* Only a Rust name has more to say than it shows. */
	return demangle_as(name, rust_hash ? DMGL_VERBOSE : DMGL_NO_OPTS);
}

char *symbol_with_arguments(const char *raw)
{
	return demangle_as(raw, DMGL_PARAMS | DMGL_ANSI);
}
