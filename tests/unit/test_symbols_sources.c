// SPDX-License-Identifier: GPL-2.0-only
/*
 * Where names come from: a program is built and taken apart in every way that distributions do,
 * and each part is put where it is looked for.
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

static char dir[] = "/tmp/test_symbols_sources.XXXXXX";

static const char program[] =
	"#include <stdio.h>\n"
	"static __attribute__((noinline)) int local_function(int x) { return x * 3 + getchar(); }\n"
	"__attribute__((noinline)) int global_function(int x) { return local_function(x) + 1; }\n"
	"int main(int argc, char **argv) { return global_function(argc); }\n";

static void write_text(const char *name, const char *text)
{
	char path[256];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	file = fopen(path, "w");
	assert_non_null(file);
	fputs(text, file);
	fclose(file);
}

/* A command of the shell, in the directory of this test. */
__attribute__((format(printf, 1, 2))) static void run(const char *format, ...)
{
	char command[2048];
	va_list args;
	int length = snprintf(command, sizeof(command), "cd %s && ", dir);

	va_start(args, format);
	vsnprintf(command + length, sizeof(command) - length, format, args);
	va_end(args);
	assert_int_equal(system(command), 0);
}

static int prepare(void **state)
{
	if (!mkdtemp(dir))
		return -1;
	write_text("program.c", program);
	run("mkdir plain && gcc -g -O1 -rdynamic -Wl,--build-id=sha1 -o plain/program program.c && "
	    "gcc -g -O1 -rdynamic -Wl,--build-id=none -o plain/nameless program.c && "
	    "mkdir split && for p in program nameless; do "
	    "objcopy --only-keep-debug plain/$p split/$p.debug && "
	    "strip -o split/$p plain/$p; done");
	return 0;
}

static int clean_up(void **state)
{
	run("rm -rf %s", dir);
	return 0;
}

static char *path_of(const char *name)
{
	char *path;

	assert_true(asprintf(&path, "%s/%s", dir, name) > 0);
	return path;
}

static void take_build_id(const char *name, struct dso_key *key)
{
	const struct build_id any = { 0 };
	struct build_id id = { 0 };
	char *path = path_of(name);
	struct image image;

	assert_int_equal(image_open(&image, path, &any), 0);
	assert_true(image_build_id(&image, &id));
	key->build_id_size = id.size;
	memcpy(key->build_id, id.bytes, id.size);
	image_close(&image);
	free(path);
}

/* Where in a whole program's file a function is. */
static uint64_t offset_in(const char *name, const char *function)
{
	char *path = path_of(name);
	struct dso_key key = { .kind = DSO_FILE, .name = path };
	struct symbols *symbols = symbols_new(NULL);
	uint64_t offset = 0;
	struct dso *dso;
	uint32_t i, j;

	assert_int_equal(symbols_dso(symbols, &key, &dso), 0);
	dso_symbol(dso, 0);
	for (i = 0; i < dso->symtab.nr; i++) {
		const struct symbol *s = &dso->symtab.symbols[i];

		for (j = 0; j < dso->nr_loads && !strcmp(s->name, function); j++)
			if (s->start - dso->loads[j].vaddr < dso->loads[j].size)
				offset = s->start - dso->loads[j].vaddr + dso->loads[j].offset;
	}
	assert_true(offset > 0);
	symbols_free(symbols);
	free(path);
	return offset;
}

struct want {
	const char *local, *global; /* what the two functions must be called, or NULL */
	enum dso_state state;
	char origin;
	bool verified;
};

static void expect_key(const struct symbols_options *options, const struct dso_key *key,
		       const char *whole, const struct want *want)
{
	struct symbols *symbols = symbols_new(options);
	const char *names[2] = { "local_function", "global_function" };
	const char *wanted[2] = { want->local, want->global };
	struct dso_report report;
	struct dso *dso;

	assert_int_equal(symbols_dso(symbols, key, &dso), 0);
	for (int i = 0; i < 2; i++) {
		const char *name = dso_symbol(dso, offset_in(whole, names[i]) + 1);

		if (wanted[i]) {
			assert_non_null(name);
			assert_string_equal(name, wanted[i]);
		} else if (name) {
			assert_string_not_equal(name, names[i]);
		}
	}
	dso_report(dso, &report);
	assert_int_equal(report.state, want->state);
	assert_int_equal(report.origin, want->origin);
	assert_int_equal(report.verified, want->verified);
	symbols_free(symbols);
}

static const struct want all_names = { "local_function", "global_function", DSO_RESOLVED, 'd',
				       true };

static struct want from(char origin)
{
	struct want want = all_names;

	want.origin = origin;
	return want;
}

/* A program at a path, with the build-id of the whole one. */
static void expect(const struct symbols_options *options, const char *name, const struct want *want)
{
	char *path = name[0] == '/' ? strdup(name) : path_of(name);
	struct dso_key key = { .kind = DSO_FILE, .name = path };

	take_build_id("plain/program", &key);
	expect_key(options, &key, "plain/program", want);
	free(path);
}

static void reads_the_file_itself(void **state)
{
	struct want exported = { NULL, "global_function", DSO_RESOLVED, 'd', true };

	expect(NULL, "plain/program", &all_names);
	run("mkdir bare && cp split/program bare/program");
	expect(NULL, "bare/program", &exported);
	expect(NULL, "plain/program (deleted)", &all_names);
}

static void follows_the_debug_link(void **state)
{
	struct want linked = from('l');

	run("mkdir -p link/.debug && cp split/program.debug link/ && "
	    "(cd link && objcopy --add-gnu-debuglink=program.debug ../split/program program)");
	expect(NULL, "link/program", &linked);
	run("mv link/program.debug link/.debug/");
	expect(NULL, "link/program", &linked);
	run("mkdir -p root/usr/lib/debug/opt root/opt && cp link/program root/opt/ && "
	    "mv link/.debug/program.debug root/usr/lib/debug/opt/");
	{
		char *root = path_of("root");

		expect(&(struct symbols_options){ .symfs = root }, "/opt/program", &linked);
		free(root);
	}
}

/* A static program has no .dynsym, and it is what ran nevertheless. */
static void follows_the_link_of_a_static_program(void **state)
{
	char *path = path_of("static/program");
	struct dso_key key = { .kind = DSO_FILE, .name = path };
	struct want want = from('l');

	run("mkdir static && cd static && gcc -g -O1 -static -Wl,--build-id=sha1 -o whole ../program.c "
	    "&& objcopy --only-keep-debug whole p.debug && strip -o program whole && "
	    "objcopy --add-gnu-debuglink=p.debug program");
	take_build_id("static/whole", &key);
	expect_key(NULL, &key, "static/whole", &want);
	free(path);
}

/* Without build-ids, only the checksum says whether a debug file belongs to a program. */
static void checks_the_links_checksum(void **state)
{
	char *path = path_of("crc/nameless");
	struct dso_key key = { .kind = DSO_FILE, .name = path };
	struct want want = from('l');

	want.verified = false;
	run("mkdir crc && cp split/nameless.debug crc/ && "
	    "(cd crc && objcopy --add-gnu-debuglink=nameless.debug ../split/nameless nameless)");
	expect_key(NULL, &key, "plain/nameless", &want);
	run("printf x >>crc/nameless.debug");
	want = (struct want){ NULL, "global_function", DSO_RESOLVED, 'd', false };
	expect_key(NULL, &key, "plain/nameless", &want);
	free(path);
}

static void looks_below_build_ids(void **state)
{
	struct want cached = from('B'), debug = from('b'), fetched = from('c');
	/* The names are there, but not what says where they are. */
	struct want alone = { NULL, NULL, DSO_NO_FILE, 'b', true };
	struct dso_key key = { .kind = DSO_FILE };
	char id[2 * DSO_BUILD_ID_MAX + 1] = "";
	char *cache = path_of("cache"), *root = path_of("idroot"), *pod = path_of("pod");

	take_build_id("plain/program", &key);
	for (int i = 0; i < key.build_id_size; i++)
		sprintf(id + 2 * i, "%02x", key.build_id[i]);
	run("mkdir -p cache/.build-id/%.2s/%s && cp plain/program cache/.build-id/%.2s/%s/elf", id,
	    id + 2, id, id + 2);
	expect(&(struct symbols_options){ .cache_dir = cache }, "/nowhere/program", &cached);
	run("mkdir -p idroot/usr/lib/debug/.build-id/%.2s && "
	    "cp split/program.debug idroot/usr/lib/debug/.build-id/%.2s/%s.debug",
	    id, id, id + 2);
	expect(&(struct symbols_options){ .symfs = root }, "/nowhere/program", &alone);
	run("mkdir idroot/nowhere && cp split/program idroot/nowhere");
	expect(&(struct symbols_options){ .symfs = root }, "/nowhere/program", &debug);
	run("mkdir -p pod/%s && cp split/program.debug pod/%s/debuginfo && "
	    "cp split/program pod/%s/executable",
	    id, id, id);
	expect(&(struct symbols_options){ .debuginfod_dir = pod }, "/nowhere/program", &fetched);
	free(cache);
	free(root);
	free(pod);
}

static void reads_mini_debug_information(void **state)
{
	struct want want = from('n');

	run("mkdir mini && cp split/program mini/program && "
	    "echo local_function >mini/keep && "
	    "objcopy -S --keep-symbols=mini/keep plain/program mini/small && "
	    "xz -k mini/small && "
	    "objcopy --add-section .gnu_debugdata=mini/small.xz mini/program");
	expect(NULL, "mini/program", &want);
	/* Damaged, cut off, and empty: what is exported is still there. */
	want = (struct want){ NULL, "global_function", DSO_RESOLVED, 'd', true };
	run("head -c 400 mini/small.xz >mini/cut && cp split/program mini/program && "
	    "objcopy --add-section .gnu_debugdata=mini/cut mini/program");
	expect(NULL, "mini/program", &want);
	run(": >mini/empty && cp split/program mini/program && "
	    "objcopy --add-section .gnu_debugdata=mini/empty mini/program");
	expect(NULL, "mini/program", &want);
}

/* A few KB that unpack to 100 MB. */
static void refuses_bombs(void **state)
{
	struct want want = { NULL, "global_function", DSO_RESOLVED, 'd', true };
	char *packed, *unpacked, *path = path_of("bomb/bomb.xz");
	size_t size, unpacked_size;

	run("mkdir bomb && head -c 100000000 /dev/zero | xz -0 >bomb/bomb.xz && "
	    "cp split/program bomb/program && "
	    "objcopy --add-section .gnu_debugdata=bomb/bomb.xz bomb/program");
	expect(NULL, "bomb/program", &want);
	assert_int_equal(file_read(path, &packed, &size), 0);
	assert_int_equal(unpack(packed, size, &unpacked, &unpacked_size), -EFBIG);
	free(packed);
	run("head -c 100000000 /dev/zero | zstd -q -1 >bomb/bomb.zst");
	free(path);
	path = path_of("bomb/bomb.zst");
	assert_int_equal(file_read(path, &packed, &size), 0);
	assert_int_equal(unpack(packed, size, &unpacked, &unpacked_size), -EFBIG);
	assert_int_equal(unpack(packed, 30, &unpacked, &unpacked_size), -EBADMSG);
	assert_int_equal(unpack("nonsense", 8, &unpacked, &unpacked_size), -EINVAL);
	free(packed);
	free(path);
}

static void takes_a_root_for_each_recording(void **state)
{
	struct symbols *symbols = symbols_new(NULL);
	char *one = path_of("one"), *two = path_of("two");
	struct dso_key key = { .kind = DSO_FILE, .name = "/bin/program" };
	struct dso *first, *second, *again;
	uint64_t offset = offset_in("plain/program", "global_function");

	run("mkdir -p one/bin two && cp plain/program one/bin/ && cp plain/program two/");
	take_build_id("plain/program", &key);
	key.symfs = one;
	assert_int_equal(symbols_dso(symbols, &key, &first), 0);
	assert_int_equal(symbols_dso(symbols, &key, &again), 0);
	key.symfs = two; /* all files in one directory */
	assert_int_equal(symbols_dso(symbols, &key, &second), 0);
	assert_ptr_equal(first, again);
	assert_ptr_not_equal(first, second);
	assert_string_equal(dso_symbol(first, offset), "global_function");
	assert_string_equal(dso_symbol(second, offset), "global_function");
	symbols_free(symbols);
	free(one);
	free(two);
}

static void says_that_it_is_another_build(void **state)
{
	struct want want = { NULL, NULL, DSO_OTHER_BUILD, 0, false };
	char *path = path_of("plain/program");
	struct dso_key key = { .kind = DSO_FILE, .name = path };

	take_build_id("plain/program", &key);
	key.build_id[0] ^= 1;
	expect_key(NULL, &key, "plain/program", &want);
	key.name = "/nowhere/at/all";
	want.state = DSO_NO_FILE;
	expect_key(NULL, &key, "plain/program", &want);
	free(path);
}

static void says_when_an_unverified_program_was_built(void **state)
{
	char *path = path_of("plain/nameless");
	struct dso_key key = { .kind = DSO_FILE, .name = path };
	struct symbols *symbols = symbols_new(NULL);
	struct dso_report report;
	struct dso *dso;
	struct stat st;

	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(symbols_dso(symbols, &key, &dso), 0);
	dso_report(dso, &report);
	assert_int_equal(report.state, DSO_RESOLVED);
	assert_false(report.verified);
	assert_int_equal(report.mtime, st.st_mtime);
	assert_string_equal(report.file, path);
	assert_true(report.nr_symbols > 3);
	symbols_free(symbols);
	free(path);
}

static const char *module_function(struct symbols *symbols, const char *name, const char *symfs,
				   uint64_t address)
{
	struct dso_key key = { .kind = DSO_MODULE, .name = name, .symfs = symfs, .release = "9.9" };
	struct dso *dso;

	assert_int_equal(symbols_dso(symbols, &key, &dso), 0);
	return dso_symbol(dso, address);
}

static void reads_modules(void **state)
{
	struct symbols *symbols = symbols_new(&(struct symbols_options){ .kallsyms = "/dev/null" });
	char *root = path_of("modroot"), *path = path_of("modroot/lib/modules/9.9/k/a-b.ko");
	const char *names[] = { "[a_b]", "[packed]", "[small]", path };

	write_text("module.c",
		   "__attribute__((section(\".init.text\"))) int starts(void) { return 1; }\n"
		   "int works(void) { return 2; }\n"
		   "__attribute__((section(\".text.unlikely\"))) int fails(void) { return 3; }\n");
	run("mkdir -p modroot/lib/modules/9.9/k && cd modroot/lib/modules/9.9 && "
	    "gcc -O1 -c -o k/a-b.ko %s/module.c && xz -c k/a-b.ko >k/packed.ko.xz && "
	    "zstd -qc k/a-b.ko >k/small.ko.zst && "
	    "printf 'k/other.ko: k/a-b.ko\\nk/a-b.ko:\\nk/packed.ko.xz:\\nk/small.ko.zst: k/a-b.ko\\n'"
	    " >modules.dep",
	    dir);
	for (int i = 0; i < 4; i++) {
		const char *symfs = i < 3 ? root : NULL;

		assert_string_equal(module_function(symbols, names[i], symfs, 0), "works");
		assert_null(module_function(symbols, names[i], symfs, 4000));
	}
	/* The code that is seldom used comes after .text, the code that runs once is elsewhere. */
	assert_string_equal(module_function(symbols, path, NULL, 6), "fails");
	assert_null(module_function(symbols, "[other]", root, 0));
	assert_null(module_function(symbols, "[none]", root, 0));
	symbols_free(symbols);
	free(root);
	free(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_the_file_itself),
		cmocka_unit_test(follows_the_debug_link),
		cmocka_unit_test(follows_the_link_of_a_static_program),
		cmocka_unit_test(checks_the_links_checksum),
		cmocka_unit_test(looks_below_build_ids),
		cmocka_unit_test(reads_mini_debug_information),
		cmocka_unit_test(refuses_bombs),
		cmocka_unit_test(takes_a_root_for_each_recording),
		cmocka_unit_test(says_that_it_is_another_build),
		cmocka_unit_test(says_when_an_unverified_program_was_built),
		cmocka_unit_test(reads_modules),
	};

	return cmocka_run_group_tests(tests, prepare, clean_up);
}
