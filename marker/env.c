// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * env.c - start-up: what MARKER_ENABLE asks for, before main
 *
 *	MARKER_ENABLE='GLOB:PROBE[=ARG][,GLOB:PROBE[=ARG]]...'
 *
 * Read once, when the first object registers, so that markers in constructors count too; ignored in
 * a program that runs with other rights than its caller's.  This is the only file of the library
 * that reads the environment and that prints.
 */
#include "registry.h"
#include "named_probe.h"

#include <pthread.h>

#define ASKED_MAX 64

struct asked {
	const struct marker_named_probe *probe;
	void *private_data;
};

static struct asked asked[ASKED_MAX];
static unsigned int nr_asked;

static void complain(const char *entry, const char *why)
{
	fprintf(stderr, "marker: MARKER_ENABLE: '%s': %s\n", entry, why);
}

static void complain_unknown(const char *entry, const char *name)
{
	char known[256] = "";
	size_t used = 0;
	unsigned int i;

	for (i = 0; marker_named_probes[i] && used < sizeof(known); i++)
		used += snprintf(known + used, sizeof(known) - used, "%s%s", i ? ", " : "",
				 marker_named_probes[i]->name);
	fprintf(stderr, "marker: MARKER_ENABLE: '%s': no probe is named '%s' (there are: %s)\n",
		entry, name, known);
}

static const struct marker_named_probe *find_probe(const char *name)
{
	unsigned int i;

	for (i = 0; marker_named_probes[i]; i++)
		if (!strcmp(marker_named_probes[i]->name, name))
			return marker_named_probes[i];
	return NULL;
}

/* Splits "GLOB:PROBE=ARG" in place. */
static bool split(char *entry, char **name, char **arg)
{
	*name = strchr(entry, ':');
	if (!*name || *name == entry)
		return false;
	*(*name)++ = '\0';
	*arg = strchr(*name, '=');
	if (*arg)
		*(*arg)++ = '\0';
	return **name != '\0';
}

static void connect_entry(const char *entry, char *copy)
{
	char *name, *arg;
	const struct marker_named_probe *probe;
	struct marker_probe connection = { .name = copy };
	int ret = 0;

	if (!split(copy, &name, &arg)) {
		complain(entry, "expected GLOB:PROBE[=ARG]");
		return;
	}
	probe = find_probe(name);
	if (!probe) {
		complain_unknown(entry, name);
		return;
	}
	if (nr_asked == ASKED_MAX) {
		complain(entry, "more than 64 entries");
		return;
	}
	if (probe->open)
		ret = probe->open(arg, &connection.private_data);
	connection.func = probe->func;
	connection.general = probe->general;
	connection.attach = probe->attach;
	if (!ret)
		ret = (marker_probe_connect)(&connection, NULL);
	if (ret < 0) {
		complain(entry, strerror(-ret));
		return;
	}
	asked[nr_asked++] = (struct asked){ probe, connection.private_data };
}

static void start(void)
{
	const char *value = secure_getenv("MARKER_ENABLE");
	char *copy, *entry, *rest = NULL;

	if (!value || !*value)
		return;
	copy = strdup(value);
	if (!copy)
		return;
	for (entry = strtok_r(copy, ",", &rest); entry; entry = strtok_r(NULL, ",", &rest)) {
		char *own = strdup(entry);

		if (own)
			connect_entry(entry, own);
		free(own);
	}
	free(copy);
}

void marker_startup(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, start);
}

/*
 * In a static program this is a destructor among the program's own: with the priority it comes after
 * all that have none, and before the tables go (150, arch.h).
 */
static __attribute__((destructor(151))) void finish(void)
{
	unsigned int i;

	if (!nr_asked)
		return;
	for (i = 0; i < nr_asked; i++)
		marker_probe_unregister_all(asked[i].probe->func, asked[i].private_data);
	marker_synchronize();
	for (i = 0; i < nr_asked; i++)
		if (asked[i].probe->close)
			asked[i].probe->close(asked[i].private_data);
	nr_asked = 0;
}
