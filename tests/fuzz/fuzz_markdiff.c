// SPDX-License-Identifier: GPL-2.0-only
/*
 * libFuzzer target of all of markdiff: two recordings and what their symbols come from are read,
 * paired, and printed to nowhere, with each of a few command lines.
 *
 * An input is a recording, and after it parts that each begin with the seven letters "\nMDPART" and
 * one that says what it is, so that what is put in or taken out in one part leaves the others whole:
 *
 *	n	the recording that it is compared with; without it, itself
 *	e	an ELF file, which is all programs and libraries below /bin
 *	f	another one, below /usr; without it, the same
 *	m	the perf map, and j the jitdump, of process 10
 *	k	kallsyms
 *
 * Paths of the recordings are looked up below a directory of our own, never on this machine.
 * Inputs may not take more memory than 64 MB and four times their size.
 *
 *	make CC=clang O=build/fuzz SAN=fuzzer-no-link,address,undefined fuzz-programs
 *	build/fuzz/tests/fuzz/fuzz_markdiff -max_len=65536 tests/fuzz/corpus/{markdiff,perfdata}
 */
#include <fcntl.h>
#include <limits.h>
#include <sanitizer/allocator_interface.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "user/markdiff/rows/diff.h"
#include "user/markdiff/match/match.h"
#include "user/markdiff/out/dump.h"
#include "user/markdiff/out/text.h"
#include "user/markdiff/remarks/remarks.h"
#include "user/markdiff/rows/stream.h"

#define MEMORY_BASE  (64l << 20)
#define MEMORY_TIMES 4
#define MARK	     "\nMDPART"
#define MARK_SIZE    (sizeof(MARK) - 1)
#define MAX_ARGS     24
#define PATH_SIZE    256

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What the program sees as files. */
enum part {
	PART_BASE,
	PART_NEW,
	PART_ELF,
	PART_OTHER_ELF,
	PART_MAP,
	PART_JITDUMP,
	PART_KALLSYMS,
	NR_PARTS,
};

static const char letters[] = "?nefmjk";
static int fds[NR_PARTS];
static char paths[NR_PARTS][32];
static char root[PATH_SIZE];

static const char *const links[][2] = {
	{ "bin", NULL },
	{ "usr", NULL },
	{ "tmp", NULL },
	{ "bin/x", "e" },
	{ "bin/parent", "e" },
	{ "bin/child", "e" },
	{ "bin/packed", "e" },
	{ "usr/x", "f" },
	{ "tmp/perf-10.map", "m" },
	{ "tmp/jit-10.dump", "j" },
};

static const char *const command_lines[] = {
	"",
	"-s comm,dso,symbol -p -F -v",
	"-c ratio -t , -F",
	"-c wdiff:3,-2 -o 0 -b",
	"-s dso -C x,child --percentage relative",
	"-S inner,f -d x -c delta -q",
	"--children --inline -c ratio -p",
	"--inline -s srcline,srcfile,symbol_size,dso_size -v",
	"--stream",
	"-c cycles --cycles-hist -s symbol",
	"-s pid,cpu,socket,time,cgroup,parent --time 10%-90%",
	"--match=exact -s symbol -t ; -F -p",
	"--match=address -D",
	"--perf-compat -c wdiff:1,2 -o 1 -p",
	"-s trace,comm -v",
};

/* libtraceevent 1.7.1 keeps parts of formats that do not parse. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
	return "leak:libtraceevent\nleak:tep_parse_event\n";
}

/* ---- memory ---- */

static atomic_long live, limit = LONG_MAX;

static void on_malloc(const volatile void *at, size_t size)
{
	if (atomic_fetch_add(&live, size) + (long)size <= atomic_load(&limit))
		return;
	fprintf(stderr, "ERROR: more than %ld bytes are allocated\n", atomic_load(&limit));
	abort();
}

static void on_free(const volatile void *at)
{
	if (at)
		atomic_fetch_sub(&live, __sanitizer_get_allocated_size((void *)at));
}

static void limit_memory(size_t input)
{
	atomic_store(&limit, atomic_load(&live) + MEMORY_BASE + MEMORY_TIMES * (long)input);
}

/* ---- files ---- */

static void remove_links(void)
{
	for (size_t i = sizeof(links) / sizeof(links[0]); i--;) {
		char path[PATH_SIZE + 32];

		snprintf(path, sizeof(path), "%s/%s", root, links[i][0]);
		remove(path);
	}
	remove(root);
}

static void make_links(void)
{
	const char *tmp = getenv("TMPDIR");

	snprintf(root, sizeof(root), "%s/fuzz_markdiff.XXXXXX", tmp ? tmp : "/tmp");
	if (!mkdtemp(root))
		abort();
	atexit(remove_links);
	for (size_t i = 0; i < sizeof(links) / sizeof(links[0]); i++) {
		const char *letter = links[i][1];
		char path[PATH_SIZE + 32];

		snprintf(path, sizeof(path), "%s/%s", root, links[i][0]);
		if (letter ? symlink(paths[strchr(letters, *letter) - letters], path) :
			     mkdir(path, 0700))
			abort();
	}
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	for (int i = 0; i < NR_PARTS; i++) {
		fds[i] = memfd_create("part", MFD_CLOEXEC);
		snprintf(paths[i], sizeof(paths[i]), "/proc/self/fd/%d", fds[i]);
	}
	make_links();
	return !__sanitizer_install_malloc_and_free_hooks(on_malloc, on_free);
}

static void set_part(int part, const uint8_t *data, size_t size)
{
	if (ftruncate(fds[part], 0) || pwrite(fds[part], data, size, 0) != (ssize_t)size)
		abort();
}

/* What no letter says is a program. */
static int part_of(uint8_t letter)
{
	const char *at = memchr(letters, letter, NR_PARTS);

	return at ? (int)(at - letters) : PART_ELF;
}

/* A part goes to the next mark; of several of one kind the last one counts. */
static void set_parts(const uint8_t *data, size_t size)
{
	const uint8_t *end = data + size, *mark;
	int part = PART_BASE;

	for (int i = PART_NEW; i < NR_PARTS; i++)
		set_part(i, data, 0);
	while ((mark = memmem(data, end - data, MARK, MARK_SIZE)) && end - mark > (int)MARK_SIZE) {
		set_part(part, data, mark - data);
		if (part == PART_ELF)
			set_part(PART_OTHER_ELF, data, mark - data);
		part = part_of(mark[MARK_SIZE]);
		data = mark + MARK_SIZE + 1;
	}
	set_part(part, data, end - data);
	if (part == PART_ELF)
		set_part(PART_OTHER_ELF, data, end - data);
}

static bool is_empty(int part)
{
	struct stat st;

	return fstat(fds[part], &st) || !st.st_size;
}

/* ---- markdiff ---- */

static void print_events(struct diff *diff, FILE *out)
{
	const struct perfdata *base = diff->profiles[0].pd;
	struct hist hist;

	for (uint32_t i = 0; i < perfdata_nr_events(base); i++) {
		if (event_is_dummy(perfdata_event(base, i)))
			continue;
		if (diff->options->stream) {
			out_stream(out, diff, i, !i);
			continue;
		}
		if (diff_event(diff, i, &hist))
			continue;
		if (out_text(out, &hist, diff->profiles, !i))
			abort();
		hist_free(&hist);
	}
}

/* What a table's remarks are made of. */
static int ask_report(void *ctx, struct dso *dso)
{
	struct dso_report report;

	dso_report(dso, &report);
	return strlen(dso_long_name(dso)) + report.nr_symbols < report.found;
}

static void print_rest(struct diff *diff, FILE *out)
{
	struct remarks remarks;

	if (!remarks_collect(&remarks, diff))
		remarks_print(out, &remarks, diff);
	remarks_free(&remarks);
	for (uint32_t i = 0; diff->options->dump && i < diff->options->nr_files; i++)
		out_dump(out, &diff->profiles[i]);
}

static void compare(const struct options *options)
{
	static FILE *out;
	struct diff diff;

	if (!out)
		out = fopen("/dev/null", "w");
	if (!diff_load(&diff, options) && !diff_resolve(&diff, NULL)) {
		diff_has_pair(&diff, 1);
		symbols_each_dso(diff.symbols, ask_report, NULL);
		print_rest(&diff, out);
		print_events(&diff, out);
	}
	diff_free(&diff);
}

static void run(const char *command_line)
{
	char line[128], message[OPTIONS_MESSAGE], *rest = line, *word;
	char *argv[MAX_ARGS] = { "markdiff", "--symfs", root, "--kallsyms" };
	struct options options;
	enum action action;
	int argc = 4;

	snprintf(line, sizeof(line), "%s", command_line);
	argv[argc++] = is_empty(PART_KALLSYMS) ? "/dev/null" : paths[PART_KALLSYMS];
	while ((word = strsep(&rest, " ")))
		if (*word)
			argv[argc++] = word;
	argv[argc++] = paths[PART_BASE];
	argv[argc++] = paths[is_empty(PART_NEW) ? PART_BASE : PART_NEW];
	if (options_parse(&options, argc, argv, &action, message))
		abort();
	compare(&options);
	options_free(&options);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	set_parts(data, size);
	limit_memory(size);
	run(command_lines[size % (sizeof(command_lines) / sizeof(command_lines[0]))]);
	return 0;
}
