// SPDX-License-Identifier: GPL-2.0-only
/*
 * talk.c - what markctl has for the kernel, alone: so small that it is linked for any guest
 *
 *	talk control COMMAND				the reply, or the sentence and exit status 1
 *	talk record DIR SIZE GLOB COMMAND [ARG]...	record while the command runs; "flight=SIZE" for a
 *							flight recorder, "limit=SIZE" for a trace that is not
 *							longer, with $FILTER; tells events, lost, dropped
 *	talk snapshot DIR				of the kernel's flight recorder; tells the same
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "user/markctl/kernel/control.h"
#include "user/markctl/kernel/record.h"
#include "user/markctl/kernel/snapshot.h"

static int fail(const char *why)
{
	fprintf(stderr, "talk: %s\n", why);
	return 1;
}

static int control(const char *command)
{
	char why[512];
	void *handle;
	int ret = kernel_control.open(&handle, 0, why, sizeof(why));

	if (!ret) {
		ret = kernel_control.request(handle, command, stdout, why, sizeof(why));
		kernel_control.close(handle);
	}
	return ret ? fail(why) : 0;
}

static int run(char **argv)
{
	int status;
	pid_t pid = fork();

	if (!pid) {
		execvp(argv[0], argv);
		_exit(127);
	}
	return pid < 0 || waitpid(pid, &status, 0) < 0 || status ? -1 : 0;
}

static int tell(const struct kernel_record_result *result)
{
	printf("%s events %llu lost %llu dropped %llu\n", result->folder,
	       (unsigned long long)result->events, (unsigned long long)result->lost,
	       (unsigned long long)result->dropped);
	return 0;
}

static int record(char **argv)
{
	const char *size = argv[1];
	int flight = !strncmp(size, "flight=", 7);
	struct kernel_record_options options = { .directory = argv[0],
						 .globs = &argv[2],
						 .nr_globs = 1 };
	struct kernel_record_result result;
	struct kernel_recorder *recorder;
	char why[512];

	options.filter = getenv("FILTER");
	if (flight)
		options.flight = strtoull(size + 7, NULL, 0);
	else if (!strncmp(size, "limit=", 6))
		options.limit = strtoull(size + 6, NULL, 0);
	else
		options.size = strtoull(size, NULL, 0);
	if (kernel_record_start(&options, &recorder, why, sizeof(why)))
		return fail(why);
	if (*why)
		fprintf(stderr, "talk: %s\n", why);
	if (run(argv + 3))
		fprintf(stderr, "talk: the command failed\n");
	if (kernel_record_stop(recorder, &result, why, sizeof(why)))
		return fail(why);
	return tell(&result);
}

static int snapshot(const char *dir)
{
	struct kernel_record_result result;
	char why[512];

	return kernel_snapshot(dir, &result, why, sizeof(why)) ? fail(why) : tell(&result);
}

int main(int argc, char **argv)
{
	if (argc == 3 && !strcmp(argv[1], "control"))
		return control(argv[2]);
	if (argc == 3 && !strcmp(argv[1], "snapshot"))
		return snapshot(argv[2]);
	if (argc >= 6 && !strcmp(argv[1], "record"))
		return record(argv + 2);
	fprintf(stderr,
		"usage: talk control COMMAND | talk record DIR SIZE GLOB COMMAND [ARG]... | "
		"talk snapshot DIR\n");
	return 2;
}
