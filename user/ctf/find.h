/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * find.h - traces below a directory: every directory that has a file "metadata" is one
 */
#ifndef CTF_FIND_H
#define CTF_FIND_H

#include <stddef.h>

/** struct ctf_trace - a trace */
struct ctf_trace {
	char *path;
	char *stage; /* a directory of links to its sound files, NULL if all are (stage.h) */
};

struct ctf_traces {
	struct ctf_trace *items;
	size_t nr;
	size_t room;
};

/**
 * ctf_traces_add() - add the traces at and below @dir, in the order of their names
 *
 * A trace that is there already, under whatever name, is not added again.
 *
 * Return: 0; -ENOENT if there is none below @dir; else what opendir() or memory says.
 */
int ctf_traces_add(struct ctf_traces *traces, const char *dir);

/** ctf_traces_remove() - leave one out */
void ctf_traces_remove(struct ctf_traces *traces, size_t index);

void ctf_traces_free(struct ctf_traces *traces);

#endif
