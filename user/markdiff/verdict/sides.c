// SPDX-License-Identifier: GPL-2.0-only
/*
 * The files of the command line, by side.
 */
#include "user/markdiff/verdict/sides.h"

#include <errno.h>
#include <stdlib.h>

int side_files_add(struct side_files *files, char *path)
{
	struct side_file *list = realloc(files->list, (files->nr + 1) * sizeof(*list));

	if (!list)
		return -ENOMEM;
	files->list = list;
	list[files->nr++] = (struct side_file){ path, files->side };
	return 0;
}

char **side_files_take(const struct side_files *files, struct sides *sides)
{
	char **paths = calloc(files->nr + 1, sizeof(*paths));
	uint32_t i, nr = 0;

	for (enum side side = 0; side < NR_SIDES && paths; side++) {
		sides->nr[side] = 0;
		for (i = 0; i < files->nr; i++) {
			if (files->list[i].side != side)
				continue;
			paths[nr++] = files->list[i].path;
			sides->nr[side]++;
		}
	}
	return paths;
}

void side_files_free(struct side_files *files)
{
	free(files->list);
	*files = (struct side_files){ .list = NULL };
}
