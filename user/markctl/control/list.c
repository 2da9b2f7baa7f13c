// SPDX-License-Identifier: GPL-2.0-only
/*
 * list.c - markctl list: its options, and the markers of ELF files, without running them
 */
#include <errno.h>
#include <getopt.h>
#include <string.h>
#include <unistd.h>

#include "user/markctl/control/list_process.h"
#include "user/markctl/control/listing.h"
#include "marker/marker.h"

bool list_group_next(const struct listing *list, struct list_group *group)
{
	do {
		group->first += group->count;
		if (group->first >= list->sites.nsites)
			return false;
		group->count = elf_sites_marker(&list->sites, group->first);
	} while (list->sites.sites[group->first].query && !list->options->verbose);
	return true;
}

void list_group_kinds(const struct listing *list, const struct list_group *group, char *out,
		      size_t size)
{
	unsigned int kind, kinds = 0;
	size_t i, used = 0;

	for (i = 0; i < group->count; i++)
		kinds |= 1u << list->sites.sites[group->first + i].kind;
	if (list->sites.sites[group->first].query) {
		snprintf(out, size, "query");
		return;
	}
	for (kind = 0; kind < MARKER_NR_KINDS; kind++)
		if (kinds & 1u << kind && used < size)
			used += snprintf(out + used, size - used, "%s%s", used ? "," : "",
					 marker_kind_name(kind));
}

static int show(struct listing *list)
{
	if (list->sites.nsites)
		list->lines = lines_open(list->path, &list->image);
	if (!list->json)
		return list_text(list);
	list_json(list);
	return 0;
}

/* What the system says has no offset; a damaged file has one. */
static int complain(const struct listing *list, const struct elf_error *error, int err)
{
	if (err == -ENOEXEC)
		fprintf(stderr, "markctl: %s: offset 0x%llx: %s\n", list->path,
			(unsigned long long)error->offset, error->text);
	else
		fprintf(stderr, "markctl: %s: %s\n", list->path, strerror(-err));
	if (list->json)
		list_json_error(list->json, error, err);
	return err == -ENOMEM ? EXIT_SYSTEM : EXIT_INPUT;
}

static int list_file(const struct list_options *options, const char *path, json_object *json)
{
	struct listing list = { .options = options, .path = path, .json = json };
	struct elf_error error;
	int err, status = 0;

	if (json)
		json_object_object_add(json, "file", json_text(path));
	err = elf_image_open(&list.image, path, &error);
	if (!err)
		err = elf_sites_read(&list.image, &list.sites, &error);
	if (!err)
		err = show(&list);
	if (err)
		status = complain(&list, &error, err);
	lines_close(list.lines);
	elf_sites_free(&list.sites);
	elf_image_close(&list.image);
	return status;
}

static int list_files(const struct list_options *options, char **paths, int npaths)
{
	json_object *files = options->json ? json_object_new_array() : NULL;
	json_object *object, *root;
	int i, status = 0;

	for (i = 0; i < npaths; i++) {
		int one;

		object = files ? json_object_new_object() : NULL;
		one = list_file(options, paths[i], object);
		if (files)
			json_object_array_add(files, object);
		if (one > status)
			status = one;
	}
	if (!files)
		return status;
	root = json_object_new_object();
	json_object_object_add(root, "version", json_object_new_int(1));
	json_object_object_add(root, "files", files);
	return command_json(root, status);
}

static void find_cwd(struct list_options *options)
{
	size_t len;

	if (!getcwd(options->cwd, sizeof(options->cwd) - 1))
		options->cwd[0] = '\0';
	len = strlen(options->cwd);
	if (len && options->cwd[len - 1] != '/')
		strcpy(options->cwd + len, "/");
}

static int run(int argc, char **argv)
{
	static const struct option longs[] = {
		SESSION_LONGS,
		{ "sites", no_argument, NULL, 'v' },
		{ "verbose", no_argument, NULL, 'v' },
		{ NULL, 0, NULL, 0 },
	};
	struct list_options options = { 0 };
	struct session session = { .pid = 0 };
	int c;

	while ((c = getopt_long(argc, argv, SESSION_SHORTS "v", longs, NULL)) != -1) {
		if (c == 'h')
			return command_help(&list_command);
		if (c == 'v')
			options.verbose = true;
		else if (session_option(&session, c, optarg))
			return command_usage(&list_command);
	}
	options.json = session.json;
	if (session.pid || session.kernel)
		return optind == argc ? list_process(&session) : command_usage(&list_command);
	if (optind == argc)
		return options.verbose ? command_usage(&list_command) :
					 list_processes(session.json);
	options.many = argc - optind > 1;
	find_cwd(&options);
	return list_files(&options, argv + optind, argc - optind);
}

const struct command list_command = {
	.name = "list",
	.usage = "[--json] [-p PID | -k | [-v] FILE...]",
	.summary =
		"list processes with markers, or the markers of one, of the kernel, of ELF files",
	.help = SESSION_HELP
	"  -v, --sites      of files: each site's address and source line; also the queries (mark_enabled)\n",
	.run = run,
};
