// SPDX-License-Identifier: GPL-2.0-only
/*
 * dlclose.c - objects with markers and probes come and go while a thread hits markers (T70)
 *
 * usage: dlclose MARKERS.so PROBE.so BOTH.so ROUNDS
 */
#include "life.h"
#include "plugin.h"

#include <dlfcn.h>
#include <pthread.h>

unsigned long plugin_probe_hits;

static volatile int stop;
static struct hits own, other;

static __attribute__((noinline)) void hit(int value)
{
	MARK(program_jump, "value %d", value);
	MARK_GENERIC(program_generic, "value %d", value);
	MARK(shared_name, "value %d", value);
}

static void *hitter(void *arg)
{
	unsigned long *rounds = arg;

	while (!stop) {
		hit(1);
		__atomic_fetch_add(rounds, 1, __ATOMIC_RELAXED);
	}
	return NULL;
}

static int call(void *handle, const char *name, int value)
{
	plugin_call *function = (plugin_call *)dlsym(handle, name);

	return function ? function(value) : -ENOENT;
}

/* A plugin whose markers are connected before it comes: each hit counts, from its constructor on. */
static int with_markers(const char *file)
{
	unsigned long before = other.count;
	void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
	int good;

	if (!handle)
		return 0;
	call(handle, "plugin_hit", 5);
	good = other.count == before + 4 && status_of("plugin_jump").on == 1;
	dlclose(handle);
	return good && other.count == before + 5 && !is_listed("plugin_jump");
}

/* A plugin that connects its probe and goes without a word. */
static int with_probe(const char *file)
{
	void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
	unsigned long before = plugin_probe_hits;
	int good;

	if (!handle || call(handle, "plugin_connect", 0) <= 0)
		return 0;
	hit(1);
	good = plugin_probe_hits >= before + 3 && status_of("shared_name").probes == 2 &&
	       status_of("program_jump").probes == 1;
	dlclose(handle);
	before = plugin_probe_hits;
	hit(1);
	return good && plugin_probe_hits == before && status_of("shared_name").probes == 1 &&
	       status_of("program_jump").probes == 0 && status_of("program_jump").on == 0;
}

int main(int argc, char **argv)
{
	int rounds = atoi(argv[4]), i, markers = 0, probe = 0, both = 0;
	unsigned long hitter_rounds = 0, before;
	pthread_t thread;
	void *handle;
	int ret;

	ret = marker_probe_register("shared_name", "value %d", count_hit, &own);
	ok(ret == 1, "dlclose: connect in the program");
	ret = marker_probe_register("plugin_*", "value %d", count_hit, &other);
	ok(ret == 0, "dlclose: connect before the plugin is loaded: pending, not an error");
	handle = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
	ok(handle && other.count == 1 && other.sum == 1,
	   "dlclose: a marker in the plugin's constructor is hit");
	ok(call(handle, "plugin_hit", 7) == 1 && other.count == 4 && other.sum == 22,
	   "dlclose: all kinds of markers in the plugin are hit, mark_enabled() is true there");
	ok(own.count == 1 && own.sum == 7,
	   "dlclose: a name in the program and in the plugin is one marker");
	ret = status_of("shared_name").on;
	ok(ret == 2, "dlclose: its sites are on in both: %d", ret);
	dlclose(handle);
	ok(other.count == 5 && other.sum == 24,
	   "dlclose: a marker in the plugin's destructor is hit");
	ok(!is_listed("plugin_jump") && status_of("shared_name").on == 1,
	   "dlclose: the markers of the plugin are gone, those of the program stay");

	pthread_create(&thread, NULL, hitter, &hitter_rounds);
	for (i = 0; i < rounds; i++) {
		markers += with_markers(argv[1]);
		probe += with_probe(argv[2]);
		both += i % 4 ? 1 : with_probe(argv[3]);
	}
	ok(markers == rounds, "T70 %d of %d times a plugin with active sites came and went",
	   markers, rounds);
	ok(probe == rounds,
	   "T70 %d of %d times a plugin without markers went with its probe connected", probe,
	   rounds);
	ok(both == rounds, "T70 %d of %d times a plugin with markers went with its probe connected",
	   both, rounds);
	stop = 1;
	pthread_join(thread, NULL);
	ok(hitter_rounds && status_of("shared_name").missed == 0,
	   "T70 the other thread ran meanwhile");
	before = own.count;
	hit(1);
	ok(own.count == before + 1, "T70 the program's own connection stands");
	ok(marker_probe_unregister("shared_name", count_hit, &own) == 0 &&
		   marker_probe_unregister("plugin_*", count_hit, &other) == 0 &&
		   marker_synchronize() == 0,
	   "dlclose: the connections are there to the end");
	return life_failures != 0;
}
