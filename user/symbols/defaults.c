// SPDX-License-Identifier: GPL-2.0-only
/*
 * The directories that the environment names.  Nothing else here reads it.
 */
#include "user/symbols/symbols.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* $VARIABLE/below, else $HOME/otherwise; NULL without either. */
static char *from_environment(const char *variable, const char *below, const char *otherwise)
{
	const char *value = getenv(variable), *home = getenv("HOME");
	char *path = NULL;
	int length = 0;

	if (value && *value)
		length = asprintf(&path, "%s%s", value, below);
	else if (home && *home)
		length = asprintf(&path, "%s%s", home, otherwise);
	return length < 0 ? NULL : path;
}

/* What the caller has set stays, as a copy. */
static void keep_or(const char **dir, char *otherwise)
{
	if (*dir) {
		free(otherwise);
		otherwise = strdup(*dir);
	}
	*dir = otherwise;
}

void symbols_defaults(struct symbols_options *o)
{
	bool said = getenv("DEBUGINFOD_CACHE_PATH");

	keep_or(&o->cache_dir, from_environment("PERF_BUILDID_DIR", "", "/.debug"));
	keep_or(&o->debuginfod_dir, said ? from_environment("DEBUGINFOD_CACHE_PATH", "", "") :
					   from_environment("XDG_CACHE_HOME", "/debuginfod_client",
							    "/.cache/debuginfod_client"));
	keep_or(&o->own_cache_dir, from_environment("XDG_CACHE_HOME", "/marker", "/.cache/marker"));
}

void symbols_defaults_free(struct symbols_options *o)
{
	free((char *)o->cache_dir);
	free((char *)o->debuginfod_dir);
	free((char *)o->own_cache_dir);
	o->cache_dir = o->debuginfod_dir = o->own_cache_dir = NULL;
}
