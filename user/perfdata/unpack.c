// SPDX-License-Identifier: GPL-2.0-only
/*
 * What is in compressed records: one zstd stream a file, cut into pieces at any byte.  Records come
 * out of it into a window of their own; one whose end is in the next piece stays there till then.
 *
 * A few bytes of zstd can say "a gigabyte of zeroes".  No recording has more than some hundred bytes
 * for each compressed one, so more than a thousand is damage; memory is never at stake, as what
 * came out is never all there at once.
 */
#include <errno.h>
#include <zstd.h>

#include "user/perfdata/internal.h"

#define FREE_BYTES ((uint64_t)1 << 20)
#define MAX_RATIO  1024

/* Before the first piece of a file. */
int unpack_reset(struct unpack *u)
{
	int err = 0;

	if (!u->out.buffer)
		err = window_alloc(&u->out, WINDOW_SIZE);
	if (!err && !u->zstd)
		u->zstd = ZSTD_createDCtx();
	if (!u->zstd)
		return -ENOMEM;
	ZSTD_DCtx_reset(u->zstd, ZSTD_reset_session_only);
	window_set(&u->out, NULL, 0, 0);
	u->piece = NULL;
	u->taken = u->size = 0;
	u->budget = FREE_BYTES;
	return err;
}

void unpack_begin(struct unpack *u, const void *piece, size_t size)
{
	u->piece = piece;
	u->taken = 0;
	u->size = size;
	u->budget += size * MAX_RATIO;
}

/* Unpacks what fits.  Returns how much came, 0 at the end of the piece, or a negative errno. */
ssize_t unpack_fill(struct unpack *u)
{
	size_t room = window_compact(&u->out), status;
	ZSTD_inBuffer in = { u->piece, u->size, u->taken };
	ZSTD_outBuffer out = { u->out.limit, room, 0 };

	/* A full window may mean that zstd keeps more, even where the piece is used up. */
	do {
		status = ZSTD_decompressStream(u->zstd, &out, &in);
		if (ZSTD_isError(status))
			return -EBADMSG;
	} while (in.pos < in.size && out.pos < out.size);
	u->taken = in.pos;
	if (out.pos > u->budget)
		return -EBADMSG;
	u->budget -= out.pos;
	u->out.limit += out.pos;
	return out.pos;
}

void unpack_free(struct unpack *u)
{
	window_free(&u->out);
	ZSTD_freeDCtx(u->zstd);
	u->zstd = NULL;
}
