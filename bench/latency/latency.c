// SPDX-License-Identifier: GPL-2.0-only
/*
 * latency.c - each case in a process of its own, which has only one way to write text
 *
 * The library takes the cheaper of its two ways (marker/os_text_user.c) and the other where one is
 * refused.  A child is denied one of them, as an administrator would:
 *
 *	mprotect		by PR_SET_MDWE, Linux 6.3
 *	/proc/self/mem		no descriptor is left to open it with
 *
 * and hands its figures back in shared memory.
 */
#include "latency.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../marker/marker.h"
#include "mdwe.h"

/* Who asks for the mode has the ways tried out, which needs both. */
static int deny_mprotect(void)
{
	marker_patch_mode();
	return prctl(PR_SET_MDWE, PR_MDWE_REFUSE_EXEC_GAIN, 0, 0, 0) ? -errno : 0;
}

static int deny_mem(void)
{
	struct rlimit limit;
	int next;

	marker_patch_mode();
	next = open("/dev/null", O_RDONLY | O_CLOEXEC);
	if (next < 0 || getrlimit(RLIMIT_NOFILE, &limit))
		return -errno;
	close(next);
	limit.rlim_cur = (rlim_t)next; /* the lowest one that is free */
	return setrlimit(RLIMIT_NOFILE, &limit) ? -errno : 0;
}

static const struct {
	const char *path;
	const char *denied_by;
	int (*deny)(void);
} paths[] = {
	{ "/proc/self/mem", "PR_SET_MDWE", deny_mprotect },
	{ "mprotect", "RLIMIT_NOFILE", deny_mem },
};

static const unsigned int batches[] = { 1, 1001 };

static void run_denied(const struct latency *latency, struct latency_case *this, unsigned int path)
{
	this->error = paths[path].deny();
	if (!this->error)
		latency_case_run(latency, this);
	else
		snprintf(this->why, sizeof(this->why), "the other way cannot be denied: %s: %s",
			 paths[path].denied_by, strerror(-this->error));
}

static int wait_for(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0) {
		if (errno != EINTR)
			return -errno;
	}
	return WIFEXITED(status) && !WEXITSTATUS(status) ? 0 : -ECHILD;
}

static void run_case(const struct latency *latency, struct latency_case *this, unsigned int path)
{
	pid_t pid = fork();

	if (!pid) {
		run_denied(latency, this, path);
		_exit(0);
	}
	this->error = pid < 0 ? -errno : 0;
	if (pid > 0 && wait_for(pid)) {
		this->error = -ECHILD;
		snprintf(this->why, sizeof(this->why), "the process that measured has died");
	} else if (pid < 0) {
		snprintf(this->why, sizeof(this->why), "fork: %s", strerror(-this->error));
	}
}

/* The last two processors that this thread may use: the first takes most interrupts. */
static int pick_processors(struct latency *latency)
{
	cpu_set_t cpus;
	int cpu, found = 0;

	if (sched_getaffinity(0, sizeof(cpus), &cpus))
		return -errno;
	for (cpu = CPU_SETSIZE - 1; cpu >= 0 && found < 2; cpu--) {
		if (!CPU_ISSET(cpu, &cpus))
			continue;
		*(found++ ? &latency->cpu_patches : &latency->cpu_runs) = cpu;
	}
	return found == 2 ? 0 : -ENODEV;
}

/**
 * latency_measure() - all cases
 * @latency:	@rounds is set, the rest is filled in
 *
 * Return: 0, also if cases have an @error; -EINVAL for the rounds, -ENODEV if there is only one
 * processor for two threads, -ENOMEM.
 */
int latency_measure(struct latency *latency)
{
	struct latency *shared;
	unsigned int i;
	int ret;

	if (!latency->rounds || latency->rounds > LATENCY_ROUNDS_MAX)
		return -EINVAL;
	ret = pick_processors(latency);
	if (ret)
		return ret;
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
		      0);
	if (shared == MAP_FAILED)
		return -ENOMEM;
	*shared = *latency;
	for (i = 0; i < LATENCY_CASES; i++) {
		shared->cases[i] =
			(struct latency_case){ .path = paths[i / 2].path, .sites = batches[i % 2] };
		run_case(shared, &shared->cases[i], i / 2);
	}
	*latency = *shared;
	munmap(shared, sizeof(*shared));
	return 0;
}
