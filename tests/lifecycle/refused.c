// SPDX-License-Identifier: GPL-2.0-only
/*
 * refused.c - text that may not be written (case A6)
 *
 * usage: refused NAME MDWE FILTER PROC EXPECTED
 *	MDWE		1: PR_SET_MDWE, as systemd's MemoryDenyWriteExecute= on new kernels
 *	FILTER		mprotect: a seccomp filter fails mprotect(PROT_WRITE | PROT_EXEC) with EPERM
 *			enosys, eperm: one fails membarrier with that, from before the program's start
 *			late: one fails membarrier from now on; none
 *	PROC		1: /proc/self/mem is expected to be there, 0: not to be
 *	EXPECTED	on: it is enabled all the same, refused: -EACCES
 *			two: -EACCES for the jump of two bytes, which the other way cannot write
 * exit status 77: the process could not be brought into that state, the reason on stdout
 */
#include "life.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#ifndef PR_SET_MDWE
#define PR_SET_MDWE		 65
#define PR_MDWE_REFUSE_EXEC_GAIN 1
#endif

static __attribute__((noinline)) void hit(int value)
{
	MARK_JUMP(refused_jump, "value %d", value);
	MARK_IMMEDIATE(refused_immediate, "value %d", value);
	MARK_GENERIC(refused_generic, "value %d", value);
}

static int skip(const char *what)
{
	printf("%s: %s\n", what, strerror(errno));
	return 77;
}

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define RET(what)   BPF_STMT(BPF_RET | BPF_K, what)

static int filter(const char *name)
{
	unsigned int error = SECCOMP_RET_ERRNO | (strcmp(name, "enosys") ? EPERM : ENOSYS);
	struct sock_filter mprotect_filter[] = {
		LOAD(nr),      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mprotect, 0, 3),
		LOAD(args[2]), BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1),
		RET(error),    RET(SECCOMP_RET_ALLOW),
	};
	struct sock_filter membarrier_filter[] = {
		LOAD(nr),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_membarrier, 0, 1),
		RET(error),
		RET(SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { .len = sizeof(mprotect_filter) / sizeof(struct sock_filter),
				      .filter = mprotect_filter };

	if (strcmp(name, "mprotect")) {
		program.len = sizeof(membarrier_filter) / sizeof(struct sock_filter);
		program.filter = membarrier_filter;
	}
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
		return -1;
	return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

/* The refusal is real: the same call as the library makes does fail. */
static int mprotect_fails(void)
{
	uintptr_t text = (uintptr_t)hit & ~4095ul;
	int ret = mprotect((void *)text, 4096, PROT_READ | PROT_WRITE | PROT_EXEC);

	if (!ret)
		mprotect((void *)text, 4096, PROT_READ | PROT_EXEC);
	return ret;
}

static void works(const char *name)
{
	struct hits hits = { 0 };
	int i, good = 0;

	for (i = 0; i < 50; i++) {
		hit(1);
		good += marker_probe_register("refused_*", "value %d", count_hit, &hits) == 3;
		hit(2);
		good += hits.count == 3u * (i + 1);
		good += marker_probe_unregister("refused_*", count_hit, &hits) == 0;
		hit(3);
	}
	ok(good == 150 && hits.count == 150 && hits.sum == 300, "A6 %s: enabling works (%s)", name,
	   marker_patch_mode());
}

static void is_refused(const char *name, unsigned int others)
{
	struct hits hits = { 0 };
	struct marker_probe probe = {
		.name = "refused_jump",
		.format = "value %d",
		.func = count_hit,
		.private_data = &hits,
	};
	struct marker_result result;
	int ret = marker_probe_connect(&probe, &result);

	ok(ret == -EACCES && result.error == -EACCES && result.failed == 1 && result.matched == 0,
	   "A6 %s: enabling says -EACCES (%d)", name, ret);
	ok(strstr(result.reason, "refused_jump") && strstr(result.reason, "cannot be written"),
	   "A6 %s: with a reason: %s", name, result.reason);
	hit(1);
	ok(hits.count == 0 && status_of("refused_jump").on == 0 &&
		   status_of("refused_jump").probes == 0,
	   "A6 %s: the site stays off, nothing is connected", name);
	ret = marker_probe_register("refused_generic", "value %d", count_hit, &hits);
	hit(2);
	ok(ret == 1 && hits.count == 1 && hits.sum == 2, "A6 %s: markers of the generic kind work",
	   name);
	marker_probe_unregister("refused_generic", count_hit, &hits);
	probe.name = "refused_*";
	ret = marker_probe_connect(&probe, &result);
	hit(4);
	ok(ret == (int)others && result.matched == others && result.failed == 3 - others &&
		   hits.count == 1 + others,
	   "A6 %s: a glob connects what can be: %d on, %d failed", name, ret, result.failed);
	ok(marker_probe_unregister("refused_*", count_hit, &hits) == 0, "A6 %s: disconnect", name);
}

/* As in a container: the filter is older than the program. */
static int filter_and_exec(char **argv)
{
	const char *wanted = argv[3];

	if (filter(wanted))
		return skip("seccomp");
	argv[3] = (char *)"none";
	execv("/proc/self/exe", argv);
	return skip("exec");
}

int main(int argc, char **argv)
{
	const char *name = argv[1], *wanted = argv[3];
	int fd, proc = atoi(argv[4]);

	if (!strcmp(wanted, "enosys") || !strcmp(wanted, "eperm"))
		return filter_and_exec(argv);

	if (atoi(argv[2]) && prctl(PR_SET_MDWE, PR_MDWE_REFUSE_EXEC_GAIN, 0, 0, 0))
		return skip("PR_SET_MDWE (Linux 6.3)");
	if (strcmp(wanted, "none") && filter(wanted))
		return skip("seccomp");
	if ((atoi(argv[2]) || !strcmp(wanted, "mprotect")) && !mprotect_fails()) {
		ok(0, "A6 %s: mprotect is refused", name);
		return 1;
	}
	fd = open("/proc/self/mem", O_RDWR);
	if ((fd >= 0) != proc) {
		printf("/proc/self/mem is%s there\n", fd >= 0 ? "" : " not");
		return 77;
	}
	close(fd);
	if (!strcmp(argv[5], "on"))
		works(name);
	else
		is_refused(name, strcmp(argv[5], "two") ? 1 : 2);
	return life_failures != 0;
}
