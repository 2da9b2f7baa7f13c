// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_kernel.c - markbench kernel: the rows of 2006 where they were measured in 2006
 *
 * Loads marker.ko and marker-bench.ko, attaches a BPF program to the tracepoint that waits for one,
 * lets the module measure, reads what it says, and undoes all of it.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "row/bpf.h"
#include "host.h"
#include "modules.h"
#include "options.h"
#include "report_kernel.h"

#define DEBUGFS "/sys/kernel/debug"
#define BENCH	DEBUGFS "/marker/bench/"

/* The module's own: it takes both numbers or none. */
#define LOOPS 10000

static int complain(const char *what, const char *why)
{
	fprintf(stderr, "markbench: %s%s%s\n", what, why ? ": " : "", why ? why : "");
	return EXIT_SHORT;
}

/* What would fail later with an error that says less. */
static int check_machine(void)
{
	struct statfs fs;

	if (geteuid())
		return complain("kernel: this needs root, to load modules", NULL);
	if (statfs(DEBUGFS, &fs) || fs.f_type != DEBUGFS_MAGIC)
		return complain(DEBUGFS, "debugfs is not mounted there: "
					 "mount -t debugfs debugfs " DEBUGFS);
	return EXIT_OK;
}

/* One write, which returns when all is measured. */
static int measure(const struct options *options)
{
	int fd = open(BENCH "run", O_WRONLY | O_CLOEXEC), error = 0;
	char text[48] = "\n";

	if (fd < 0)
		return complain(BENCH "run", strerror(errno));
	if (options->loops || options->rounds)
		snprintf(text, sizeof(text), "%lu %u\n", options->loops ? options->loops : LOOPS,
			 options->rounds ? options->rounds : RUN_ROUNDS);
	if (write(fd, text, strlen(text)) < 0)
		error = errno;
	close(fd);
	if (error == ERANGE)
		return complain("kernel: --loops is at most 100000 and --rounds 10001", NULL);
	return error ? complain(BENCH "run", strerror(error)) : EXIT_OK;
}

/* Its row says that it is missing; this says why. */
static int attach_bpf(void)
{
	int fd = bpf_attach_empty("marker_bench_bpf");

	if (fd < 0)
		complain("no BPF program can be attached", strerror(-fd));
	return fd;
}

static int measure_and_read(const struct options *options, struct kernel_results *results)
{
	char why[KERNEL_RESULTS_WHY];
	int bpf = attach_bpf(), code = measure(options);

	if (bpf >= 0)
		close(bpf);
	if (!code && kernel_results_read(results, BENCH "results", why))
		code = complain(why, NULL);
	return code;
}

static int load_and_measure(const struct options *options, struct kernel_results *results)
{
	struct module marker = { "marker", "marker.ko", false };
	struct module bench = { "marker_bench", "marker-bench.ko", false };
	char folder[128], why[MODULES_WHY];
	struct utsname name;
	int code = check_machine();

	if (code)
		return code;
	uname(&name);
	snprintf(folder, sizeof(folder), "/lib/modules/%s", name.release);
	if (module_load(&marker, options->modules ? options->modules : folder, why) ||
	    module_load(&bench, options->modules ? options->modules : folder, why))
		code = complain(why, NULL);
	else
		code = measure_and_read(options, results);
	module_unload(&bench);
	module_unload(&marker);
	return code;
}

static int get_results(const struct options *options, struct kernel_results *results)
{
	char why[KERNEL_RESULTS_WHY];

	if (!options->from)
		return load_and_measure(options, results);
	if (!kernel_results_read(results, options->from, why))
		return EXIT_OK;
	complain(why, NULL);
	return EXIT_UNREADABLE;
}

static int tell(struct kernel_results *results, const struct options *options)
{
	int i, ret, code = EXIT_OK;
	struct host host;

	/* A file may come from another machine. */
	if (!options->from) {
		host_read(&host, "", (unsigned int)results->run.cpu);
		results->run.host = &host;
	}
	report_kernel(results, stdout);
	for (i = 0; i < options->nr_args; i++) {
		if (!report_kernel_rows(results, options->args[i], stdout))
			continue;
		complain(options->args[i], "no such row");
		code = EXIT_USAGE;
	}
	ret = options->json ? report_kernel_json(results, options->json) : 0;
	return ret ? complain(options->json, strerror(-ret)) : code;
}

/** cmd_kernel() - measure, or read what was measured, and tell */
int cmd_kernel(const struct options *options)
{
	struct kernel_results results;
	int code;

	if (options->from && (options->modules || options->loops || options->rounds)) {
		complain("kernel: --from takes what is measured: no --modules, --loops, --rounds",
			 NULL);
		return EXIT_USAGE;
	}
	code = get_results(options, &results);
	if (code)
		return code;
	code = tell(&results, options);
	kernel_results_free(&results);
	return code;
}
