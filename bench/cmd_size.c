// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_size.c - markbench size: bytes of the parts of markers in ELF files
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "options.h"
#include "size/report.h"

static int complain(const char *path, const struct elf_error *error, int err)
{
	if (err == -ENOEXEC)
		fprintf(stderr, "markbench: %s: offset 0x%llx: %s\n", path,
			(unsigned long long)error->offset, error->text);
	else
		fprintf(stderr, "markbench: %s: %s\n", path, strerror(-err));
	return EXIT_UNREADABLE;
}

static int show_function(const struct options *options, struct size_pair *pair,
			 struct json_object *json)
{
	const struct elf_symbol *function =
		options->function ? size_find_function(pair->file, options->function) :
				    size_smallest(pair->file);

	if (!function && options->function) {
		fprintf(stderr, "markbench: %s: no function %s in its symbols\n", pair->path,
			options->function);
		return EXIT_UNREADABLE;
	}
	if (!function)
		return EXIT_OK;
	if (json)
		json_object_object_add(json, "function", size_json_function(pair->file, function));
	fputc('\n', stdout);
	size_text_function(stdout, pair->file, function);
	return EXIT_OK;
}

static int report(const struct options *options, struct size_pair *pair, struct json_object *files)
{
	struct json_object *json = files ? size_json(pair) : NULL;

	size_text(stdout, pair);
	if (json)
		json_object_array_add(files, json);
	return show_function(options, pair, json);
}

static int size_file(const struct options *options, const char *path, struct json_object *files)
{
	struct size_file file, vanilla = { 0 };
	struct size_pair pair = { path, &file, options->vanilla ? &vanilla : NULL };
	struct elf_error error;
	int ret = size_file_open(&file, path, &error), status;

	if (ret) {
		status = complain(path, &error, ret);
	} else if (options->vanilla && (ret = size_file_open(&vanilla, options->vanilla, &error))) {
		status = complain(options->vanilla, &error, ret);
	} else {
		status = report(options, &pair, files);
	}
	size_file_close(&vanilla);
	size_file_close(&file);
	return status;
}

static int write_json(const char *path, const char *key, struct json_object *value)
{
	struct json_object *root = json_object_new_object();
	int ret;

	json_object_object_add(root, "tool", json_object_new_string("markbench"));
	json_object_object_add(root, "version", json_object_new_int(1));
	json_object_object_add(root, key, value);
	errno = 0;
	ret = json_object_to_file_ext(path, root, JSON_C_TO_STRING_PRETTY);
	if (ret)
		fprintf(stderr, "markbench: %s: %s\n", path,
			errno ? strerror(errno) : json_util_get_last_err());
	json_object_put(root);
	return ret ? EXIT_SHORT : EXIT_OK;
}

static int size_reference_functions(const struct options *options)
{
	if (options->vanilla || options->function) {
		fprintf(stderr, "markbench: --%s is for size with a FILE\n",
			options->vanilla ? "vanilla" : "function");
		return EXIT_USAGE;
	}
	size_text_reference(stdout);
	return options->json ? write_json(options->json, "reference", size_json_reference()) :
			       EXIT_OK;
}

/** cmd_size() - of each file, or of markbench's own functions */
int cmd_size(const struct options *options)
{
	struct json_object *files;
	int i, status = EXIT_OK;

	if (!options->nr_args)
		return size_reference_functions(options);
	if (options->vanilla && options->nr_args != 1) {
		fprintf(stderr, "markbench: --vanilla is for one FILE\n");
		return EXIT_USAGE;
	}
	files = options->json ? json_object_new_array() : NULL;
	for (i = 0; i < options->nr_args; i++) {
		int one = size_file(options, options->args[i], files);

		status = one > status ? one : status;
	}
	if (files && write_json(options->json, "files", files))
		status = status ? status : EXIT_SHORT;
	return status;
}
