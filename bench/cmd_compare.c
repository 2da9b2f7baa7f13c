// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_compare.c - markbench compare: two files of run --json, figure by figure
 */
#include <errno.h>
#include <json-c/json.h>
#include <stdio.h>
#include <string.h>

#include "compare/compare_report.h"
#include "host.h"
#include "options.h"
#include "report.h"

static int write_json(const struct comparison *comparison, const struct compare_warnings *warnings,
		      const struct saved files[2], const struct options *options)
{
	struct json_object *json = compare_json(comparison, warnings), *list;
	static const char *const keys[] = { "file", "host" };
	unsigned int i;
	int ret;

	list = json_object_new_array();
	for (i = 0; i < 2; i++) {
		struct json_object *file = json_object_new_object(), *host;

		json_object_object_add(file, keys[0], json_object_new_string(options->args[i]));
		if (json_object_object_get_ex(files[i].file, keys[1], &host))
			json_object_object_add(file, keys[1], json_object_get(host));
		json_object_array_add(list, file);
	}
	json_object_object_add(json, "files", list);
	json_object_object_add(json, "seed", json_object_new_int64((int64_t)options->seed));
	ret = report_json_write(json, options->json);
	json_object_put(json);
	return ret;
}

static int tell(const struct comparison *comparison, const struct saved files[2],
		const struct options *options)
{
	static struct compare_warnings warnings;
	unsigned int i;
	int ret = 0;

	compare_warn(&warnings, &files[0], &files[1]);
	for (i = 0; i < warnings.nr; i++)
		printf("differs: %s\n", warnings.text[i]);
	compare_print(comparison, &files[0], stdout);
	if (options->json)
		ret = write_json(comparison, &warnings, files, options);
	if (ret)
		fprintf(stderr, "markbench: %s: %s\n", options->json, strerror(-ret));
	if (ret || (options->strict && compare_count(comparison, false, COMPARE_MORE)))
		return EXIT_SHORT;
	return EXIT_OK;
}

static int compare(const struct saved files[2], const struct options *options)
{
	struct comparison comparison;
	int code, ret = compare_runs(&comparison, &files[0].run, &files[1].run, options->seed);

	if (ret) {
		fprintf(stderr, "markbench: cannot compare: %s\n", strerror(-ret));
		return EXIT_SHORT;
	}
	code = tell(&comparison, files, options);
	compare_free(&comparison);
	return code;
}

static int read_files(struct saved files[2], const struct options *options)
{
	char why[SAVED_WHY];
	unsigned int i;
	int bad = 0;

	for (i = 0; i < 2; i++) {
		if (!saved_read(&files[i], options->args[i], why))
			continue;
		fprintf(stderr, "markbench: %s\n", why);
		bad = -EBADMSG;
	}
	return bad;
}

/** cmd_compare() - two files, figure by figure; with --strict 1 if one is slower */
int cmd_compare(const struct options *options)
{
	struct saved files[2] = { 0 };
	int code;

	if (options->nr_args != 2) {
		fprintf(stderr, "markbench: compare takes two files\n");
		return EXIT_USAGE;
	}
	code = read_files(files, options) ? EXIT_UNREADABLE : compare(files, options);
	saved_free(&files[0]);
	saved_free(&files[1]);
	return code;
}
