// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * env.c - start-up: what MARKER_ENABLE asks for, before main, and the agent
 *
 *	MARKER_ENABLE='GLOB:PROBE[=ARG][,GLOB:PROBE[=ARG]]...'
 *	MARKER_CONTROL=off		no agent (agent.c)
 *	MARKER_PROBE_PATH=FOLDER	where plug-ins are (plugin.c)
 *
 * Read once, when the first object registers, so that markers in constructors count too; ignored in
 * a program that runs with other rights than its caller's, which has no agent either.  This is the
 * only file of the library that reads the environment and that prints.
 */
#include "agent/agent.h"
#include "named_user.h"
#include "plugin.h"
#include "registry.h"

#include <pthread.h>
#include <sys/auxv.h>

#define ASKED_MAX 64

static unsigned int nr_asked;
static __thread bool in_startup;

static void complain(const char *entry, const char *why)
{
	fprintf(stderr, "marker: MARKER_ENABLE: '%s': %s\n", entry, why);
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
	struct marker_named_request request = { .glob = copy, .later = true };
	struct marker_result result;
	char why[512];
	int ret;

	if (!split(copy, &name, &arg)) {
		complain(entry, "expected GLOB:PROBE[=ARG]");
		return;
	}
	request.arg = arg;
	request.probe = marker_plugin_find(name, why, sizeof(why));
	if (!request.probe) {
		complain(entry, why);
		return;
	}
	if (nr_asked++ >= ASKED_MAX) {
		complain(entry, "more than 64 entries");
		return;
	}
	ret = marker_named_enable(&request, &result);
	if (ret < 0)
		complain(entry, strerror(-ret));
}

static void connect_all(const char *value)
{
	char *copy, *entry, *rest = NULL;

	copy = strdup(value);
	if (!copy)
		return;
	marker_named_start();
	for (entry = strtok_r(copy, ",", &rest); entry; entry = strtok_r(NULL, ",", &rest)) {
		char *own = strdup(entry);

		if (own)
			connect_entry(entry, own);
		free(own);
	}
	marker_named_started();
	free(copy);
}

static void start(void)
{
	const char *enable = secure_getenv("MARKER_ENABLE");
	const char *control = secure_getenv("MARKER_CONTROL");

	in_startup = true;
	marker_plugin_start(secure_getenv("MARKER_PROBE_PATH"));
	if (enable && *enable)
		connect_all(enable);
	if (!getauxval(AT_SECURE) && (!control || strcmp(control, "off") != 0))
		marker_agent_start(secure_getenv("XDG_RUNTIME_DIR"));
	in_startup = false;
}

void marker_startup(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	/* A plug-in that is loaded for MARKER_ENABLE registers itself. */
	if (!in_startup)
		pthread_once(&once, start);
}

/*
 * In a static program this is a destructor among the program's own: with the priority it comes after
 * all that have none, and before the tables go (150, arch.h).
 */
static __attribute__((destructor(151))) void finish(void)
{
	marker_agent_finish();
	marker_named_finish();
}
