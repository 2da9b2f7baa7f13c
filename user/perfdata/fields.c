// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a sample has beside the fields of perfdata_sample.  In this order, those that the event's
 * sample_type has; everything is a multiple of eight bytes:
 *
 *	IDENTIFIER IP TID TIME ADDR ID STREAM_ID CPU PERIOD	fixed places, layout.c
 *	READ		[nr] [enabled] [running] {value [id] [lost]}
 *	CALLCHAIN	nr, ips				RAW		u32 size, bytes, padding
 *	BRANCH_STACK	nr, [hw_idx], {from to flags}, [counters]
 *	REGS_USER	abi, registers			STACK_USER	size, bytes, size that was used
 *	WEIGHT or WEIGHT_STRUCT				DATA_SRC TRANSACTION
 *	REGS_INTR	abi, registers			PHYS_ADDR CGROUP DATA_PAGE_SIZE CODE_PAGE_SIZE
 *	AUX		size, bytes
 *
 * In a file of the other byte order, all words have been turned already (sample.c); bytes are left
 * out.
 */
#include "user/perfdata/internal.h"

struct reader {
	struct cursor c;
	const struct event *event;
	struct perfdata_fields *out;
	bool swapped;
};

typedef bool (*read_fn)(struct reader *r);

static bool take_words(struct cursor *c, uint64_t nr, struct perfdata_words *words)
{
	const void *at;

	if (nr > cursor_left(c) / 8)
		return false;
	at = cursor_take(c, 8 * nr);
	if (words)
		*words = (struct perfdata_words){ at, nr };
	return true;
}

/* Sized bytes; those of the other byte order are stepped over (but for RAW). */
static bool take_bytes(struct reader *r, uint64_t size, struct perfdata_bytes *bytes)
{
	const void *at = cursor_take(&r->c, size);

	if (at && !r->swapped)
		*bytes = (struct perfdata_bytes){ at, size };
	return at;
}

static bool read_identifier(struct reader *r)
{
	return cursor_u64(&r->c, &r->out->id);
}

static bool read_known(struct reader *r)
{
	return cursor_take(&r->c, 8);
}

static bool read_addr(struct reader *r)
{
	return cursor_u64(&r->c, &r->out->addr);
}

static bool read_stream_id(struct reader *r)
{
	return cursor_u64(&r->c, &r->out->stream_id);
}

static bool read_cpu(struct reader *r)
{
	return cursor_u32(&r->c, &r->out->cpu) && cursor_take(&r->c, 4);
}

/* Of interest to sample.c only. */
static bool read_read(struct reader *r)
{
	uint64_t format = r->event->pub.read_format, nr = 1, words;

	words = !!(format & READ_TOTAL_TIME_ENABLED) + !!(format & READ_TOTAL_TIME_RUNNING);
	if (format & READ_GROUP && !cursor_u64(&r->c, &nr))
		return false;
	if (!take_words(&r->c, words, NULL))
		return false;
	words = 1 + !!(format & READ_ID) + !!(format & READ_LOST);
	return nr <= cursor_left(&r->c) / 8 && take_words(&r->c, nr * words, NULL);
}

static bool read_callchain(struct reader *r)
{
	uint64_t nr;

	return cursor_u64(&r->c, &nr) && take_words(&r->c, nr, &r->out->callchain);
}

static bool read_raw(struct reader *r)
{
	const void *at;
	uint32_t size;
	bool ok;

	/* Turned as a word, the size's half is the other one. */
	if (cursor_left(&r->c) < 8)
		return false;
	size = r->swapped ? load64(r->c.at) >> 32 : load32(r->c.at);
	cursor_take(&r->c, 4);
	at = cursor_take(&r->c, size);
	ok = at && cursor_take(&r->c, (8 - (4 + (uint64_t)size) % 8) % 8);
	if (ok)
		r->out->raw = (struct perfdata_bytes){ at, size };
	return ok;
}

static bool read_branch_stack(struct reader *r)
{
	uint64_t nr, type = r->event->branch_sample_type;

	if (!cursor_u64(&r->c, &nr))
		return false;
	if (type & BRANCH_HW_INDEX && !cursor_u64(&r->c, &r->out->hw_index))
		return false;
	if (nr > cursor_left(&r->c) / 24 || !take_words(&r->c, 3 * nr, &r->out->branches))
		return false;
	r->out->branches.nr = nr;
	return !(type & BRANCH_COUNTERS) || take_words(&r->c, nr, &r->out->branch_counters);
}

static bool read_regs(struct reader *r, uint64_t mask, struct perfdata_regs *regs)
{
	if (!cursor_u64(&r->c, &regs->abi))
		return false;
	regs->mask = mask;
	return !regs->abi || take_words(&r->c, __builtin_popcountll(mask), &regs->values);
}

static bool read_regs_user(struct reader *r)
{
	return read_regs(r, r->event->regs_user, &r->out->regs_user);
}

static bool read_regs_intr(struct reader *r)
{
	return read_regs(r, r->event->regs_intr, &r->out->regs_intr);
}

static bool read_stack_user(struct reader *r)
{
	uint64_t size, used;

	if (!cursor_u64(&r->c, &size) || !take_bytes(r, size, &r->out->stack_user))
		return false;
	if (size && !cursor_u64(&r->c, &used))
		return false;
	if (size && used < r->out->stack_user.size)
		r->out->stack_user.size = used;
	return true;
}

static bool read_weight(struct reader *r)
{
	return cursor_u64(&r->c, &r->out->weight);
}

static bool read_weight_struct(struct reader *r)
{
	uint64_t word;

	if (!cursor_u64(&r->c, &word))
		return false;
	r->out->weight = (uint32_t)word;
	r->out->ins_lat = word >> 32;
	r->out->p_stage_cyc = word >> 48;
	return true;
}

static bool read_data_src(struct reader *r)
{
	return cursor_u64(&r->c, &r->out->data_src);
}

static bool read_transaction(struct reader *r)
{
	return cursor_u64(&r->c, &r->out->transaction);
}

static bool read_phys_addr(struct reader *r)
{
	return cursor_u64(&r->c, &r->out->phys_addr);
}

static bool read_cgroup(struct reader *r)
{
	return cursor_u64(&r->c, &r->out->cgroup);
}

static bool read_data_page_size(struct reader *r)
{
	return cursor_u64(&r->c, &r->out->data_page_size);
}

static bool read_code_page_size(struct reader *r)
{
	return cursor_u64(&r->c, &r->out->code_page_size);
}

static bool read_aux(struct reader *r)
{
	uint64_t size;

	return cursor_u64(&r->c, &size) && take_bytes(r, size, &r->out->aux);
}

static const struct {
	uint32_t bit;
	read_fn read;
} order[] = {
	{ SAMPLE_IDENTIFIER, read_identifier },
	{ SAMPLE_IP, read_known },
	{ SAMPLE_TID, read_known },
	{ SAMPLE_TIME, read_known },
	{ SAMPLE_ADDR, read_addr },
	{ SAMPLE_ID, read_identifier },
	{ SAMPLE_STREAM_ID, read_stream_id },
	{ SAMPLE_CPU, read_cpu },
	{ SAMPLE_PERIOD, read_known },
	{ SAMPLE_READ, read_read },
	{ SAMPLE_CALLCHAIN, read_callchain },
	{ SAMPLE_RAW, read_raw },
	{ SAMPLE_BRANCH_STACK, read_branch_stack },
	{ SAMPLE_REGS_USER, read_regs_user },
	{ SAMPLE_STACK_USER, read_stack_user },
	{ SAMPLE_WEIGHT, read_weight },
	{ SAMPLE_WEIGHT_STRUCT, read_weight_struct },
	{ SAMPLE_DATA_SRC, read_data_src },
	{ SAMPLE_TRANSACTION, read_transaction },
	{ SAMPLE_REGS_INTR, read_regs_intr },
	{ SAMPLE_PHYS_ADDR, read_phys_addr },
	{ SAMPLE_CGROUP, read_cgroup },
	{ SAMPLE_DATA_PAGE_SIZE, read_data_page_size },
	{ SAMPLE_CODE_PAGE_SIZE, read_code_page_size },
	{ SAMPLE_AUX, read_aux },
};

bool perfdata_fields(const struct perfdata *pd, const struct perfdata_sample *sample,
		     struct perfdata_fields *fields)
{
	const uint8_t *body = sample->body;
	struct reader r = { .c = { body, body + sample->size, false }, .out = fields };
	uint64_t type;

	/* A sample that was made of another one's READ looks like that one: its group's leader's. */
	r.event = &pd->events[pd->events[sample->event].pub.leader];
	if (r.event->pub.sample_type != pd->events[sample->event].pub.sample_type)
		r.event = &pd->events[sample->event];
	r.swapped = pd->swap;
	type = r.event->pub.sample_type;
	memset(fields, 0, sizeof(*fields));
	fields->swapped = pd->swap;
	for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++) {
		if (!(type & order[i].bit))
			continue;
		if (!order[i].read(&r))
			return false;
		fields->has |= order[i].bit;
	}
	return true;
}

/* The words of the sample were turned, and the first of RAW has its size in front. */
void perfdata_raw(const struct perfdata_fields *fields, void *to, size_t size)
{
	const uint8_t *first = (const uint8_t *)fields->raw.at - sizeof(uint32_t);
	uint8_t *out = to;

	if (!fields->swapped)
		memcpy(to, fields->raw.at, size);
	for (size_t i = 0; i < size && fields->swapped; i++)
		out[i] = first[(i + sizeof(uint32_t)) ^ 7];
}

/* The flags are bit-fields of C: mispred 1, predicted 1, in_tx 1, abort 1, cycles 16, type 4, ... */
static uint32_t take_bits(uint64_t flags, bool swapped, int *at, int width)
{
	int shift = swapped ? 64 - *at - width : *at;

	*at += width;
	return flags >> shift & ((1u << width) - 1);
}

void perfdata_branch(const struct perfdata_fields *fields, uint64_t index,
		     struct perfdata_branch *branch)
{
	struct perfdata_words words = { fields->branches.at, 3 * fields->branches.nr };
	uint64_t flags = perfdata_word(&words, 3 * index + 2);
	bool swapped = fields->swapped;
	int at = 0;

	branch->from = perfdata_word(&words, 3 * index);
	branch->to = perfdata_word(&words, 3 * index + 1);
	branch->mispredicted = take_bits(flags, swapped, &at, 1);
	branch->predicted = take_bits(flags, swapped, &at, 1);
	branch->in_transaction = take_bits(flags, swapped, &at, 1);
	branch->abort = take_bits(flags, swapped, &at, 1);
	branch->cycles = take_bits(flags, swapped, &at, 16);
	branch->type = take_bits(flags, swapped, &at, 4);
	branch->spec = take_bits(flags, swapped, &at, 2);
	branch->new_type = take_bits(flags, swapped, &at, 4);
	branch->privilege = take_bits(flags, swapped, &at, 3);
}
