/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The sort keys: what makes a row.  One table says of each key what it is called, what a sample
 * must have for it, and how it is sorted; row_key.h has what it is in a row.
 */
#ifndef USER_MARKDIFF_KEYS_H
#define USER_MARKDIFF_KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "user/markdiff/profile/tags.h"

enum key {
	KEY_DSO,
	KEY_SYMBOL,
	KEY_COMM,
	KEY_PID,
	KEY_TGID,
	KEY_TID,
	KEY_CPU,
	KEY_SOCKET,
	KEY_SRCLINE,
	KEY_SRCFILE,
	KEY_SYMBOL_SIZE,
	KEY_DSO_SIZE,
	KEY_CGROUP,
	KEY_CGROUP_ID,
	KEY_TIME,
	KEY_SINCE,
	KEY_ADDR,
	KEY_LOCAL_WEIGHT,
	KEY_WEIGHT,
	KEY_TRANSACTION,
	KEY_CODE_PAGE_SIZE,
	KEY_LOCAL_INS_LAT,
	KEY_INS_LAT,
	KEY_LOCAL_P_STAGE_CYC,
	KEY_P_STAGE_CYC,
	KEY_PARENT,
	KEY_IPC_NULL,
	KEY_TRACE,
	KEY_OVERHEAD,
	KEY_SAMPLE,
	KEY_PERIOD,
	NR_KEYS,
};

/* What a key's number in a row means, and so how rows are sorted by it. */
enum key_kind {
	KEY_IS_DSO,
	KEY_IS_SYMBOL,
	KEY_IS_TEXT,	    /* of the common names, by alphabet */
	KEY_IS_NUMBER,	    /* the smallest first */
	KEY_IS_NUMBER_DOWN, /* the largest first */
	KEY_IS_FIGURE,	    /* of the baseline; makes no rows */
};

/* What must be looked up for a key, beside the sample's own fields. */
enum {
	KEY_NEEDS_SYMBOL = 1,
	KEY_NEEDS_SIZE = 2,
	KEY_NEEDS_LINE = 4,
};

struct key_info {
	const char *name;
	const char *other_name; /* or NULL */
	const char *title;	/* as perf has it */
	enum key_kind kind;
	enum tag_field tag; /* TAG_NONE: not of the sample, but of its address */
	uint8_t needs;
	bool right; /* aligned */
};

const struct key_info *key_info(enum key key);

/* The key of this name, or NR_KEYS. */
enum key key_find(const char *name);

/**
 * keys_list - write the names of all keys to @text, with blanks between them
 */
void keys_list(char *text, size_t size);

#endif
