// SPDX-License-Identifier: GPL-2.0-only
/*
 * switch.c - switches the markers of a running program when it is told so
 *
 * Linked into the redis server with markers.  With MACRO_SWITCH=DIR in the environment a thread of
 * its own reads lines from the FIFO DIR/tell and answers each with a line in the FIFO DIR/told:
 *
 *	NAME	connects the probe of that name (count, empty) to every marker
 *	off	disconnects it again, and waits until it runs no more
 *
 * The answer is how many sites are on, or a negative errno.
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../marker/marker.h"
#include "../../../marker/named_probe.h"

/* The dictionaries of redis are seeded at random; not here, so that every run does the same. */
void __wrap_dictSetHashFunctionSeed(unsigned char *seed);
void __wrap_dictSetHashFunctionSeed(unsigned char *seed)
{
	(void)seed;
}

static const struct marker_named_probe *probe;
static void *private_data;

static const struct marker_named_probe *find(const char *name)
{
	const struct marker_named_probe *const *each;

	for (each = marker_named_probes; *each; each++)
		if (!strcmp((*each)->name, name))
			return *each;
	return NULL;
}

static int connect_probe(const char *name)
{
	const struct marker_named_probe *found = find(name);
	int ret;

	if (!found || probe)
		return found ? -EBUSY : -ENOENT;
	private_data = NULL;
	ret = found->open ? found->open(NULL, &private_data) : 0;
	if (ret)
		return ret;
	ret = marker_probe_register("*", NULL, found->func, private_data);
	if (ret >= 0)
		probe = found;
	else if (found->close)
		found->close(private_data);
	return ret;
}

/* The counters that it prints when it is closed are of no interest, so it is left open. */
static int disconnect_probe(void)
{
	int ret;

	if (!probe)
		return 0;
	ret = marker_probe_unregister("*", probe->func, private_data);
	if (!ret)
		ret = marker_synchronize();
	if (!ret)
		probe = NULL;
	return ret;
}

static FILE *open_fifo(const char *directory, const char *name, const char *mode)
{
	char path[4096];

	snprintf(path, sizeof(path), "%s/%s", directory, name);
	return fopen(path, mode);
}

static void *serve(void *directory)
{
	FILE *tell = open_fifo(directory, "tell", "r"), *told = open_fifo(directory, "told", "w");
	char line[64];

	while (tell && told && fgets(line, sizeof(line), tell)) {
		line[strcspn(line, "\n")] = '\0';
		fprintf(told, "%d\n",
			strcmp(line, "off") ? connect_probe(line) : disconnect_probe());
		fflush(told);
	}
	return NULL;
}

/*
 * The thread inherits the mask: the server's signals stay the server's.  The name is copied, because
 * redis writes the title of the process over its environment.
 */
__attribute__((constructor)) static void start(void)
{
	const char *asked = getenv("MACRO_SWITCH");
	char *directory = asked ? strdup(asked) : NULL;
	sigset_t all, before;
	pthread_t thread;

	if (!directory)
		return;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	if (pthread_create(&thread, NULL, serve, directory))
		perror("macro: switch");
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}
