// SPDX-License-Identifier: GPL-2.0-only
/*
 * process.c - a process by its files in /proc
 */
#include "user/markctl/control/process.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "marker/agent/address.h"
#include "user/elf/sites.h"

/* The last number of "NSpid:\t1234\t1". */
static pid_t last_number(const char *text)
{
	const char *tab = strrchr(text, '\t');

	return atoi(tab ? tab + 1 : text);
}

static int read_status(struct process *process)
{
	char path[64], line[512];
	FILE *in;

	snprintf(path, sizeof(path), "/proc/%d/status", (int)process->pid);
	in = fopen(path, "re");
	if (!in)
		return errno == ENOENT ? -ESRCH : -errno;
	while (fgets(line, sizeof(line), in)) {
		unsigned int effective;

		if (sscanf(line, "Uid:\t%*u\t%u", &effective) == 1)
			process->uid = effective;
		else if (!strncmp(line, "NSpid:", 6))
			process->inner_pid = last_number(line + 6);
	}
	fclose(in);
	return 0;
}

int process_read(struct process *process, pid_t pid)
{
	char link[64];
	int ret;

	*process = (struct process){ .pid = pid, .inner_pid = pid };
	if (pid <= 0)
		return -ESRCH;
	ret = read_status(process);
	if (ret)
		return ret;
	if (geteuid() != 0 && process->uid != geteuid())
		return -EACCES;
	snprintf(link, sizeof(link), "/proc/%d/ns/pid", (int)pid);
	process->namespace = marker_address_namespace(link);
	if (!process->namespace)
		process->namespace = marker_address_namespace("/proc/self/ns/pid");
	return 0;
}

bool process_environment(pid_t pid, const char *name, char *value, size_t size)
{
	size_t room = 0, len = strlen(name);
	char path[64], *entry = NULL;
	bool found = false;
	FILE *in;

	snprintf(path, sizeof(path), "/proc/%d/environ", (int)pid);
	in = fopen(path, "re");
	while (in && !found && getdelim(&entry, &room, '\0', in) > 0) {
		found = !strncmp(entry, name, len) && entry[len] == '=';
		if (found)
			found = (size_t)snprintf(value, size, "%s", entry + len + 1) < size;
	}
	free(entry);
	if (in)
		fclose(in);
	return found;
}

static bool file_has_markers(const char *path)
{
	struct elf_image image;
	struct elf_sites sites = { 0 };
	struct elf_error error;
	bool has = false;

	if (!elf_image_open(&image, path, &error)) {
		has = !elf_sites_read(&image, &sites, &error) && sites.nsites;
		elf_sites_free(&sites);
	}
	elf_image_close(&image);
	return has;
}

/* The mapping's file by its link in map_files, which needs rights; else by its name. */
static bool mapping_has_markers(pid_t pid, const char *line)
{
	const char *name = strchr(line, '/');
	char path[PATH_MAX];

	if (!name || !strstr(line, " r"))
		return false;
	snprintf(path, sizeof(path), "/proc/%d/root%s", (int)pid, name);
	path[strcspn(path, "\n")] = '\0';
	return file_has_markers(path);
}

bool process_has_markers(pid_t pid)
{
	char path[64], *line = NULL, last[PATH_MAX] = "";
	bool has;
	size_t room = 0;
	FILE *in;

	snprintf(path, sizeof(path), "/proc/%d/exe", (int)pid);
	has = file_has_markers(path);
	snprintf(path, sizeof(path), "/proc/%d/maps", (int)pid);
	in = fopen(path, "re");
	while (in && !has && getline(&line, &room, in) > 0) {
		const char *name = strchr(line, '/');

		if (!name || !strcmp(name, last))
			continue;
		snprintf(last, sizeof(last), "%s", name);
		has = mapping_has_markers(pid, line);
	}
	free(line);
	if (in)
		fclose(in);
	return has;
}
