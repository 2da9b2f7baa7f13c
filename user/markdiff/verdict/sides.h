/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which files are runs of the baseline and which of what is new.
 *
 *	markdiff --runs A1 A2 --vs B1 B2	two runs a side
 *	markdiff --pairs A1 A2 --vs B1 B2	the same, A1 and B1 one after the other, then A2 and B2
 *	markdiff --verdicts A B			one run a side
 *
 * An option that names a side holds for the files after it, up to the next one.
 */
#ifndef USER_MARKDIFF_SIDES_H
#define USER_MARKDIFF_SIDES_H

#include <stdbool.h>
#include <stdint.h>

enum side {
	SIDE_BASE,
	SIDE_NEW,
	NR_SIDES,
};

/* Of the files in options->files, those of the baseline come first. */
struct sides {
	uint32_t nr[NR_SIDES];
	bool named;  /* by --vs */
	bool paired; /* the i-th runs belong together */
};

/* The files of the command line, as they come. */
struct side_files {
	struct side_file {
		char *path;
		enum side side;
	} * list;
	uint32_t nr;
	enum side side; /* of the next one */
};

int side_files_add(struct side_files *files, char *path);

/**
 * side_files_take - the files in the order of struct sides, to be freed
 * @sides: gets how many there are of each
 */
char **side_files_take(const struct side_files *files, struct sides *sides);
void side_files_free(struct side_files *files);

static inline enum side side_of(const struct sides *sides, uint32_t file)
{
	return file < sides->nr[SIDE_BASE] ? SIDE_BASE : SIDE_NEW;
}

/* The first file of a side. */
static inline uint32_t side_first(const struct sides *sides, enum side side)
{
	return side == SIDE_BASE ? 0 : sides->nr[SIDE_BASE];
}

#endif
