// SPDX-License-Identifier: GPL-2.0-only
/*
 * kernel/module.c - have marker-record.ko loaded, by modprobe
 *
 * The kernel asks for the modules of probes itself when something is enabled.  But who records opens the
 * buffers' files before that, so that the first event is not missed.
 */
#include "user/markctl/kernel/module.h"

#include "user/markctl/kernel/files.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define MODULE "marker-record"

extern char **environ;

/* The exit status, or -errno. */
static int run_modprobe(void)
{
	char *argv[] = { (char *)"modprobe", (char *)"-q", (char *)MODULE, NULL };
	int status, err;
	pid_t pid;

	err = posix_spawnp(&pid, argv[0], NULL, NULL, argv, environ);
	if (err == ENOENT) /* A path without the administrator's folders. */
		err = posix_spawn(&pid, "/sbin/modprobe", NULL, NULL, argv, environ);
	if (err)
		return -err;
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return -errno;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static int try_open(char *why, size_t why_size)
{
	int fd = kernel_open("record/lost", O_RDONLY, why, why_size);

	if (fd >= 0)
		close(fd);
	return fd < 0 ? fd : 0;
}

int kernel_load_record(char *why, size_t why_size)
{
	int ret = try_open(why, why_size), status;
	char reason[64] = "has loaded another one";
	size_t used;

	if (ret != -ENOENT || !kernel_lacks_record())
		return ret;
	status = run_modprobe();
	if (!status && !try_open(why, why_size))
		return 0;
	if (status < 0)
		snprintf(reason, sizeof(reason), "cannot be run: %s", strerror(-status));
	else if (status)
		snprintf(reason, sizeof(reason), "does not find it");
	used = strlen(why);
	snprintf(why + used, why_size - used,
		 "; modprobe " MODULE " %s. Load it: insmod DIR/" MODULE ".ko, after DIR/marker.ko",
		 reason);
	return ret;
}
