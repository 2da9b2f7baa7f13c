// SPDX-License-Identifier: GPL-2.0-only
/*
 * pmu.c - reads the folder of PMUs
 *
 * Only what tells one PMU from another is read at once; events, formats and capabilities are read
 * when somebody asks for one.
 */
#include "pmu.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpus.h"

static int not_hidden(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static void free_entries(struct dirent **entries, int nr)
{
	while (nr-- > 0)
		free(entries[nr]);
	free(entries);
}

static int read_text(const char *path, char text[static PMU_TEXT])
{
	FILE *file = fopen(path, "re");
	size_t len;

	if (!file)
		return -errno;
	len = fread(text, 1, PMU_TEXT, file);
	fclose(file);
	if (len == PMU_TEXT)
		return -EFBIG;
	text[len] = '\0';
	text[strcspn(text, "\n")] = '\0';
	return 0;
}

/**
 * pmu_text() - the first line of a file of a PMU
 * @folder:	"events", "format", "caps", or "" for its own
 * @file:	a name, which may be anything that somebody has typed
 *
 * Return: 0, -ENOENT if there is none, -EFBIG if it is longer than @text, or what reading failed with.
 */
int pmu_text(const struct pmus *pmus, const struct pmu *pmu, const char *folder, const char *file,
	     char text[static PMU_TEXT])
{
	char path[PATH_MAX];
	int len;

	if (!*file || *file == '.' || strchr(file, '/'))
		return -ENOENT;
	len = snprintf(path, sizeof(path), "%s/%s/%s/%s", pmus->root, pmu->name, folder, file);
	if (len >= (int)sizeof(path))
		return -ENOENT;
	return read_text(path, text);
}

/**
 * pmu_each() - the names of a folder of a PMU, sorted
 * @folder:	"events", "format" or "caps"; it need not be there
 * @visit:	is called with each
 */
void pmu_each(const struct pmus *pmus, const struct pmu *pmu, const char *folder,
	      void (*visit)(void *data, const char *name), void *data)
{
	char path[PATH_MAX];
	struct dirent **entries;
	int i, nr;

	if (snprintf(path, sizeof(path), "%s/%s/%s", pmus->root, pmu->name, folder) >=
	    (int)sizeof(path))
		return;
	nr = scandir(path, &entries, not_hidden, alphasort);
	if (nr < 0)
		return;
	for (i = 0; i < nr; i++)
		visit(data, entries[i]->d_name);
	free_entries(entries, nr);
}

static void all_cpus(cpu_set_t *cpus)
{
	memset(cpus, 0xff, sizeof(*cpus));
}

/* False for what has no type, or a name that is no PMU's. */
static bool read_pmu(const struct pmus *pmus, const char *name, struct pmu *pmu)
{
	char text[PMU_TEXT], *end;
	unsigned long type;

	if (strlen(name) >= sizeof(pmu->name))
		return false;
	strcpy(pmu->name, name);
	if (pmu_text(pmus, pmu, "", "type", text))
		return false;
	type = strtoul(text, &end, 10);
	if (end == text || *end || type > UINT32_MAX)
		return false;
	pmu->type = (uint32_t)type;
	pmu->core = !pmu_text(pmus, pmu, "", "cpus", text);
	pmu->shared = false;
	if (pmu->core)
		return !cpus_parse(text, &pmu->cpus);
	all_cpus(&pmu->cpus);
	pmu->core = !strcmp(name, "cpu");
	pmu->shared = !pmu->core && !pmu_text(pmus, pmu, "", "cpumask", text);
	return true;
}

/**
 * pmus_open() - the PMUs of a folder
 * @pmus:	filled in; to be closed
 * @root:	PMU_ROOT, or a folder that looks like it
 *
 * Return: 0, also if it has none, -ENOMEM, or why the folder cannot be read.
 */
int pmus_open(struct pmus *pmus, const char *root)
{
	struct dirent **entries;
	int i, nr = scandir(root, &entries, not_hidden, alphasort);

	*pmus = (struct pmus){ .root = root };
	if (nr < 0)
		return -errno;
	pmus->pmu = calloc((size_t)nr + 1, sizeof(*pmus->pmu));
	for (i = 0; pmus->pmu && i < nr; i++) {
		if (read_pmu(pmus, entries[i]->d_name, &pmus->pmu[pmus->nr]))
			pmus->nr++;
	}
	free_entries(entries, nr);
	return pmus->pmu ? 0 : -ENOMEM;
}

/** pmus_close() - undoes pmus_open(), also a failed one */
void pmus_close(struct pmus *pmus)
{
	free(pmus->pmu);
	pmus->pmu = NULL;
	pmus->nr = 0;
}

/** pmus_find() - by name, NULL if there is none */
const struct pmu *pmus_find(const struct pmus *pmus, const char *name)
{
	unsigned int i;

	for (i = 0; i < pmus->nr; i++) {
		if (!strcmp(pmus->pmu[i].name, name))
			return &pmus->pmu[i];
	}
	return NULL;
}

/**
 * pmus_kinds() - the kinds of core, and which of them a thread may meet
 * @cpus:	the processors that it may run on
 */
void pmus_kinds(const struct pmus *pmus, const cpu_set_t *cpus, struct pmu_kinds *kinds)
{
	unsigned int i;

	*kinds = (struct pmu_kinds){ 0 };
	for (i = 0; i < pmus->nr; i++) {
		const struct pmu *pmu = &pmus->pmu[i];

		if (!pmu->core)
			continue;
		kinds->all++;
		if (!cpus_meet(&pmu->cpus, cpus))
			continue;
		kinds->here++;
		kinds->core = pmu;
	}
}
