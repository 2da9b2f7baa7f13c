// SPDX-License-Identifier: GPL-2.0-only
/*
 * traces.c - reading traces: errors in words, exit statuses
 */
#include "user/markctl/read/traces.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

static void complain(void *data, const char *where, const char *what)
{
	const struct command *command = data;

	fflush(stdout);
	fprintf(stderr, "markctl: %s: %s: %s\n", command->name, where, what);
}

/* A file for each thread that wrote is open at the same time. */
static void allow_files(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_cur == limit.rlim_max)
		return;
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
}

static int status_of(const struct command *command, int err)
{
	switch (err) {
	case 0:
		return 0;
	case -EPIPE: /* who reads has seen enough */
		return 0;
	case -ENOENT: /* each has been told of */
	case -EINVAL:
		return EXIT_INPUT;
	case -ENOSYS:
		fprintf(stderr, "markctl: %s: libbabeltrace2 has not its plugins ctf and utils\n",
			command->name);
		return EXIT_SYSTEM;
	default:
		fprintf(stderr, "markctl: %s: %s\n", command->name, strerror(-err));
		return EXIT_SYSTEM;
	}
}

int traces_open(struct ctf_reader **reader, const struct command *command, char **dirs,
		size_t nr_dirs)
{
	struct ctf_reader_options options = {
		.dirs = dirs,
		.nr_dirs = nr_dirs,
		.complain = complain,
		.data = (void *)command,
	};

	/* A directory for a damaged trace is removed also where nobody reads on. */
	signal(SIGPIPE, SIG_IGN);
	allow_files();
	return status_of(command, ctf_reader_open(reader, &options));
}

int traces_close(struct ctf_reader *reader, const struct command *command, int ret)
{
	int status = status_of(command, ret);

	if (!status && ctf_reader_refused(reader))
		status = EXIT_INPUT;
	ctf_reader_close(reader);
	return status;
}
