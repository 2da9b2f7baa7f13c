// SPDX-License-Identifier: GPL-2.0-only
/*
 * Sort keys in rows.
 */
#include "user/markdiff/rows/row_key.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "user/markdiff/rows/compute.h"

/* ---- numbers ---- */

uint64_t row_key_number(const struct hist *h, enum key key, const struct spent *s,
			const struct resolved *r)
{
	const struct profile *p = h->from;
	const struct key_info *info = key_info(key);
	uint64_t value;

	if (info->tag != TAG_NONE) {
		value = tags_value(&p->tags, s->tag, info->tag);
		return tag_is_text(info->tag) ? p->common[value] : value;
	}
	switch (key) {
	case KEY_DSO:
		return r->dso;
	case KEY_SYMBOL:
	case KEY_IPC_NULL:
		return r->symbol;
	case KEY_PARENT:
		return h->parent;
	case KEY_SRCLINE:
		return p->lines.at[r->line].srcline;
	case KEY_SRCFILE:
		return p->lines.at[r->line].srcfile;
	case KEY_SYMBOL_SIZE:
		return p->lines.at[r->line].size;
	default:
		return 0;
	}
}

/* ---- texts ---- */

static char level(uint32_t mode)
{
	switch (mode) {
	case PERFDATA_MODE_KERNEL:
		return 'k';
	case PERFDATA_MODE_USER:
		return '.';
	case PERFDATA_MODE_GUEST_KERNEL:
		return 'g';
	case PERFDATA_MODE_GUEST_USER:
		return 'u';
	default:
		return 'H';
	}
}

static const char *symbol_text(const struct hist *h, const struct row *row, char *out)
{
	if (row->symbol)
		sprintf(out, "[%c] ", level(row->mode));
	else
		sprintf(out, "[%c] %#.16" PRIx64, level(row->mode), row->addr);
	return names_text(h->names, row->symbol);
}

/* Number times samples: what perf shows for weight, ins_lat and p_stage_cyc. */
static uint64_t global(const struct row *row, uint64_t value)
{
	return value * row->cells[row->first].samples;
}

/* Why a hardware transaction ended: perf_event.h has the bits. */
static void transaction_text(uint64_t value, char *out, size_t size)
{
	static const char *const bits[] = { "EL ",    "TX ",  "SYNC ",	    "ASYNC ",
					    "RETRY ", "CON ", "CAP-WRITE ", "CAP-READ " };
	const uint64_t sync = 3 << 2;
	uint32_t code = value >> 32;
	size_t at = 0;

	out[0] = 0;
	for (int i = 0; i < 8; i++)
		if (value >> i & 1)
			at += snprintf(out + at, size - at, "%s", bits[i]);
	if (value && !(value & sync))
		at += snprintf(out + at, size - at, "NEITHER ");
	if (code)
		snprintf(out + at, size - at, ":%" PRIx32, code);
}

static void page_size_text(uint64_t value, char *out)
{
	static const char units[] = "BKMGT";
	int unit = 0;

	while (value && !(value % 1024) && units[unit + 1]) {
		value /= 1024;
		unit++;
	}
	if (value)
		sprintf(out, "%" PRIu64 "%c", value, units[unit]);
	else
		strcpy(out, "N/A");
}

/* Tenths of seconds, as perf shows them. */
static void time_text(uint64_t tenths, char *out)
{
	sprintf(out, "%" PRIu64 ".%" PRIu64 "00000", tenths / 10, tenths % 10);
}

static void figure_text(const struct hist *h, const struct row *row, enum key key, char *out)
{
	if (key == KEY_OVERHEAD)
		sprintf(out, "%.2f%%", compute_share(h, row, 0));
	else if (key == KEY_SAMPLE)
		sprintf(out, "%" PRIu64, row->cells[0].samples);
	else
		sprintf(out, "%" PRIu64, row->cells[0].period);
}

static void number_text(const struct row *row, enum key key, uint64_t value, char *out)
{
	switch (key) {
	case KEY_CPU:
	case KEY_SOCKET:
		sprintf(out, "%.3d", (int)value);
		break;
	case KEY_SYMBOL_SIZE:
	case KEY_DSO_SIZE:
		if (value)
			sprintf(out, "%" PRIu64, value);
		else
			strcpy(out, "unknown");
		break;
	case KEY_TIME:
	case KEY_SINCE:
		time_text(value, out);
		break;
	case KEY_ADDR:
		sprintf(out, "%#" PRIx64, value);
		break;
	case KEY_WEIGHT:
	case KEY_INS_LAT:
	case KEY_P_STAGE_CYC:
		sprintf(out, "%" PRIu64, global(row, value));
		break;
	case KEY_TRANSACTION:
		transaction_text(value, out, ROW_KEY_PREFIX);
		break;
	case KEY_CODE_PAGE_SIZE:
		page_size_text(value, out);
		break;
	case KEY_PID:
	case KEY_TGID:
		sprintf(out, "%7d:", (int)value);
		break;
	default:
		sprintf(out, "%" PRId64, (int64_t)value);
		break;
	}
}

const char *row_key_text(const struct hist *h, const struct row *row, uint32_t i,
			 char prefix[ROW_KEY_PREFIX])
{
	enum key key = h->options->keys[i];

	prefix[0] = 0;
	switch (key_info(key)->kind) {
	case KEY_IS_SYMBOL:
		return key == KEY_SYMBOL ? symbol_text(h, row, prefix) : "-      -";
	case KEY_IS_DSO:
	case KEY_IS_TEXT:
		return names_text(h->names, row->keys[i]);
	case KEY_IS_FIGURE:
		figure_text(h, row, key, prefix);
		return "";
	default:
		number_text(row, key, row->keys[i], prefix);
		return key == KEY_PID || key == KEY_TGID ? names_text(h->names, row->comm) : "";
	}
}

/* ---- order ---- */

static int true_first(bool a, bool b)
{
	return (int)b - (int)a;
}

static int compare_texts(const struct hist *h, uint64_t a, uint64_t b)
{
	return strcmp(names_text(h->names, a), names_text(h->names, b));
}

int row_key_compare(const struct hist *h, const struct row *a, const struct row *b, uint32_t i)
{
	uint64_t left = a->keys[i], right = b->keys[i];
	int order = (int64_t)left < (int64_t)right ? -1 : 1;

	if (left == right)
		return 0;
	switch (key_info(h->options->keys[i])->kind) {
	case KEY_IS_DSO:
		if (left == h->unknown || right == h->unknown)
			return true_first(left == h->unknown, right == h->unknown);
		return compare_texts(h, left, right);
	case KEY_IS_SYMBOL:
		if (!left || !right)
			return true_first(left, right);
		return compare_texts(h, left, right);
	case KEY_IS_TEXT:
		return compare_texts(h, left, right);
	case KEY_IS_NUMBER:
		return order;
	case KEY_IS_NUMBER_DOWN:
		return -order;
	default:
		return 0;
	}
}
