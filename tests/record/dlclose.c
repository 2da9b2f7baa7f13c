// SPDX-License-Identifier: GPL-2.0-only
/*
 * A library is loaded, its marker recorded, and unloaded, again and again.   usage: dlclose LIBRARY TIMES
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include <marker/marker.h>

int main(int argc, char **argv)
{
	int i, times = argc > 2 ? atoi(argv[2]) : 1;

	for (i = 0; i < times; i++) {
		void *library = dlopen(argv[1], RTLD_NOW);
		void (*hit)(int) = library ? (void (*)(int))dlsym(library, "plugin_hit") : NULL;

		if (!hit) {
			fprintf(stderr, "%s\n", dlerror());
			return 1;
		}
		hit(i);
		dlclose(library);
		MARK(program, "n %d", i);
	}
	return 0;
}
