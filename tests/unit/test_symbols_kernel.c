// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which kernel's names belong to a recording, and where that kernel was loaded.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "user/symbols/internal.h"

static char dir[] = "/tmp/test_symbols_kernel.XXXXXX";
static char cached[128], given[128];

static const char names[] = "ffffffff91000000 T _stext\nffffffff91000000 T _text\n"
			    "ffffffff91000000 T startup\nffffffff91000100 t work\n"
			    "ffffffff91000200 T rest\nffffffffc0000000 t init\t[mod]\n"
			    "ffffffffc0000080 t exit\t[mod]\n";

static void write_file(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	fputs(text, file);
	fclose(file);
}

/* A build-id cache with one kernel, 0b 0b 0b ... */
static int prepare(void **state)
{
	char command[256];

	if (!mkdtemp(dir))
		return -1;
	snprintf(cached, sizeof(cached), "%s/.build-id/0b/%038d", dir, 0);
	memset(strrchr(cached, '/') + 1, '0', 38);
	for (char *at = strrchr(cached, '/') + 2; *at; at += 2)
		*at = 'b';
	snprintf(command, sizeof(command), "mkdir -p %s", cached);
	snprintf(given, sizeof(given), "%s/given", dir);
	return system(command);
}

static int clean_up(void **state)
{
	char command[128];

	snprintf(command, sizeof(command), "rm -rf %s", dir);
	return system(command);
}

static void write_cached(const char *file, const char *text)
{
	char path[256];

	snprintf(path, sizeof(path), "%s/%s", cached, file);
	write_file(path, text);
}

static struct dso_key kernel_key(void)
{
	struct dso_key key = { .kind = DSO_KERNEL,
			       .name = "[kernel.kallsyms]",
			       .build_id_size = DSO_BUILD_ID_MAX,
			       .reference_symbol = "_stext",
			       .reference = 0xffffffff81000000 };

	memset(key.build_id, 0x0b, sizeof(key.build_id));
	return key;
}

static struct dso *dso_of(struct symbols *symbols, const struct dso_key *key)
{
	struct dso *dso;

	assert_int_equal(symbols_dso(symbols, key, &dso), 0);
	return dso;
}

static void reads_the_cached_kernel(void **state)
{
	struct symbols *symbols = symbols_new(&(struct symbols_options){ .cache_dir = dir });
	struct dso_key key = kernel_key();
	struct dso_report report;
	struct dso_symbol symbol;
	struct dso *dso = dso_of(symbols, &key);

	write_cached("kallsyms", names);
	assert_string_equal(dso_symbol(dso, 0xffffffff81000110), "work");
	assert_null(dso_symbol(dso, 0xffffffff91000110));
	assert_true(dso_find(dso, 0xffffffff81000110, &symbol));
	assert_true(symbol.local);
	assert_int_equal(symbol.start, 0x100); /* wherever the kernel was loaded */
	assert_int_equal(symbol.size, 0x100);
	assert_true(dso_find(dso, 0xffffffff81000200, &symbol));
	assert_false(symbol.local);
	dso_report(dso, &report);
	assert_int_equal(report.state, DSO_RESOLVED);
	assert_int_equal(report.origin, 'k');
	assert_true(report.verified && report.moved);
	assert_int_equal(report.found, 3);
	assert_int_equal(report.missed, 1);
	symbols_free(symbols);
}

static int count_dso(void *ctx, struct dso *dso)
{
	++*(int *)ctx;
	return 0;
}

static void only_those_asked_are_worth_a_report(void **state)
{
	struct symbols *symbols = symbols_new(NULL);
	struct dso_key key = { .kind = DSO_FILE, .name = "/nowhere/a" };
	int nr = 0;

	dso_of(symbols, &key);
	key.name = "/nowhere/b";
	assert_null(dso_symbol(dso_of(symbols, &key), 0));
	assert_int_equal(symbols_each_dso(symbols, count_dso, &nr), 0);
	assert_int_equal(nr, 1);
	symbols_free(symbols);
}

static void finds_modules_of_the_right_kernel(void **state)
{
	struct symbols *symbols = symbols_new(&(struct symbols_options){ .cache_dir = dir });
	struct dso_key key = { .kind = DSO_MODULE,
			       .name = "[mod]",
			       .release = "9.9",
			       .reference = 0xffffffffc0000000 };

	write_cached("kallsyms", names);
	key.kernel.size = DSO_BUILD_ID_MAX;
	memset(key.kernel.bytes, 0x0b, DSO_BUILD_ID_MAX);
	assert_string_equal(dso_symbol(dso_of(symbols, &key), 0x90), "exit");
	key.name = "[other]";
	assert_null(dso_symbol(dso_of(symbols, &key), 0x90));
	key.name = "[mod]";
	key.kernel.bytes[0] = 0xff;
	assert_null(dso_symbol(dso_of(symbols, &key), 0x90));
	symbols_free(symbols);
}

static enum dso_state state_of(const struct symbols_options *options, const struct dso_key *key)
{
	struct symbols *symbols = symbols_new(options);
	struct dso_report report;

	dso_report(dso_of(symbols, key), &report);
	symbols_free(symbols);
	return report.state;
}

static void says_why_there_are_none(void **state)
{
	struct symbols_options options = { .kallsyms = given };
	struct dso_key key = kernel_key();

	write_file(given, "0000000000000000 T _text\n0000000000000000 T main\n");
	assert_int_equal(state_of(&options, &key), DSO_RESTRICTED);
	write_file(given, "nothing that makes sense\n");
	assert_int_equal(state_of(&options, &key), DSO_UNREADABLE);
	write_file(given, "");
	assert_int_equal(state_of(&options, &key), DSO_UNREADABLE);
	unlink(given);
	assert_int_equal(state_of(&options, &key), DSO_UNREADABLE);
	key.build_id[0] = 0xff;
	assert_int_equal(state_of(NULL, &key), DSO_OTHER_KERNEL);
}

static void each_recording_has_its_kernel(void **state)
{
	struct symbols *symbols = symbols_new(NULL);
	struct dso_key key = kernel_key();
	struct dso *first, *second;
	struct dso_report report;

	write_file(given, names);
	write_cached("other", "ffffffff81000000 T _stext\nffffffff81000100 T renamed\n");
	key.kallsyms = given;
	first = dso_of(symbols, &key);
	strcat(cached, "/other");
	key.kallsyms = cached;
	second = dso_of(symbols, &key);
	assert_string_equal(dso_symbol(first, 0xffffffff81000100), "work");
	assert_string_equal(dso_symbol(second, 0xffffffff81000100), "renamed");
	dso_report(second, &report);
	assert_false(report.verified || report.moved);
	*strrchr(cached, '/') = 0;
	symbols_free(symbols);
}

/* perf buildid-cache --kcore keeps kallsyms in a directory of its own. */
static void reads_what_is_beside_kcore(void **state)
{
	struct symbols *symbols = symbols_new(&(struct symbols_options){ .cache_dir = dir });
	struct dso_key key = kernel_key();
	char path[256], command[512];

	memset(key.build_id, 0x0c, sizeof(key.build_id));
	snprintf(path, sizeof(path), "%s/[kernel.kcore]/%040d/2026113005", dir, 0);
	for (char *at = strrchr(path, ']') + 3; *at && at[-1] != '/'; at += 2)
		*at = 'c';
	snprintf(command, sizeof(command), "mkdir -p '%s'", path);
	assert_int_equal(system(command), 0);
	strcat(path, "/kallsyms");
	write_file(path, names);
	assert_string_equal(dso_symbol(dso_of(symbols, &key), 0xffffffff81000100), "work");
	symbols_free(symbols);
}

static void reads_vmlinux(void **state)
{
	struct symbols *symbols = symbols_new(&(struct symbols_options){ .symfs = dir });
	struct dso_key key = kernel_key();
	struct dso_report report;
	char command[1024];
	struct dso *dso;

	memset(key.build_id, 0x0d, sizeof(key.build_id));
	key.release = "9.9";
	snprintf(command, sizeof(command),
		 "mkdir -p %s/boot && printf '.globl _stext, work, rest\\n.type work, @function\\n"
		 ".type rest, @function\\n_stext:\\n.skip 256, 0x90\\nwork: .skip 256, 0x90\\n"
		 ".size work, 256\\nrest: .skip 16, 0x90\\n.size rest, 16\\n' | "
		 "gcc -x assembler -nostdlib -static -Wl,-Ttext=0xffffffff91000000,-e,work,"
		 "--build-id=0x%040d -o %s/boot/vmlinux-9.9 -",
		 dir, 0, dir);
	for (char *at = strstr(command, "0x0") + 3; *at == '0'; at += 2)
		*at = 'd';
	assert_int_equal(system(command), 0);
	dso = dso_of(symbols, &key);
	assert_string_equal(dso_symbol(dso, 0xffffffff81000110), "work");
	assert_string_equal(dso_symbol(dso, 0xffffffff81000200), "rest");
	dso_report(dso, &report);
	assert_int_equal(report.origin, 'v');
	assert_true(report.moved && report.verified);
	symbols_free(symbols);
}

/* What is kept is used as long as the boot and the modules are these. */
static void keeps_the_running_kernels(void **state)
{
	char own[128], *kept, *stale;
	struct symbols_options options = { .own_cache_dir = own };
	struct dso_key key = { .kind = DSO_KERNEL, .name = "[kernel.kallsyms]" };
	struct symbols *symbols;
	struct dso_report report;
	struct stat st;

	snprintf(own, sizeof(own), "%s/own/marker", dir);
	kept = kept_path(own);
	assert_non_null(kept);
	assert_true(asprintf(&stale, "%s/kallsyms-of-yesterday", own) > 0);
	kept_write(stale, "", 0);
	assert_int_equal(stat(stale, &st), 0);
	kept_write(kept, names, strlen(names));
	assert_int_equal(stat(kept, &st), 0);
	assert_int_equal(st.st_size, strlen(names));
	assert_int_equal(st.st_mode & 077, 0);
	assert_int_equal(stat(stale, &st), -1);
	symbols = symbols_new(&options);
	assert_string_equal(dso_symbol(dso_of(symbols, &key), 0xffffffff91000110), "work");
	dso_report(dso_of(symbols, &key), &report);
	assert_string_equal(report.file, kept);
	symbols_free(symbols);
	free(kept);
	free(stale);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_the_cached_kernel),
		cmocka_unit_test(only_those_asked_are_worth_a_report),
		cmocka_unit_test(finds_modules_of_the_right_kernel),
		cmocka_unit_test(says_why_there_are_none),
		cmocka_unit_test(each_recording_has_its_kernel),
		cmocka_unit_test(reads_what_is_beside_kcore),
		cmocka_unit_test(reads_vmlinux),
		cmocka_unit_test(keeps_the_running_kernels),
	};

	return cmocka_run_group_tests(tests, prepare, clean_up);
}
