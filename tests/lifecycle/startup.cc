// SPDX-License-Identifier: GPL-2.0-only
/*
 * startup.cc - markers that are hit before main() and after it; the environment connects them
 *
 * usage: startup [PLUGIN.so]	loads the plugin, whose constructor has a marker, and unloads it
 */
#include <marker/marker.h>

#include <cstdlib>
#include <dlfcn.h>

unsigned long plugin_probe_hits;

namespace
{

struct Static {
	explicit Static(int v) : v(v)
	{
		MARK(startup_static_constructor, "value %d", v);
	}
	~Static()
	{
		MARK(startup_static_destructor, "value %d", v);
	}
	int v;
};

Static first(1), second(2);

/* The table of an object is handed over at priority 150. */
__attribute__((constructor(200))) void early()
{
	MARK(startup_early, "value %d", 200);
}

__attribute__((constructor)) void constructor()
{
	MARK(startup_constructor, "value %d", 0);
}

__attribute__((destructor)) void destructor()
{
	MARK(startup_destructor, "value %d", 0);
}

void at_exit()
{
	MARK(startup_atexit, "value %d", 3);
}

} // namespace

int main(int argc, char **argv)
{
	std::atexit(at_exit);
	MARK(startup_main, "value %d", argc);
	if (argc > 1) {
		void *handle = dlopen(argv[1], RTLD_NOW);
		if (!handle)
			return 1;
		dlclose(handle);
	}
	return 0;
}
