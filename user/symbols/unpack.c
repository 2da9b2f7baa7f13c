// SPDX-License-Identifier: GPL-2.0-only
/*
 * What is packed: .gnu_debugdata (xz), modules (.ko.xz, .ko.zst).  A few bytes may unpack to
 * gigabytes, so there is a limit that no honest one comes near.
 */
#include "user/symbols/internal.h"

#include <errno.h>
#include <lzma.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#define LIMIT	    ((size_t)40 << 20)
#define LEAST	    ((size_t)64 << 10)
#define XZ_MEMORY   ((uint64_t)20 << 20)
#define ZSTD_WINDOW 24 /* log 2 */

struct unpacked {
	char *data;
	size_t size, cap;
};

static int grow(struct unpacked *u)
{
	size_t cap = u->cap ? 2 * u->cap : LEAST;
	char *data;

	if (u->cap == LIMIT)
		return -EFBIG;
	cap = cap > LIMIT ? LIMIT : cap;
	data = realloc(u->data, cap);
	if (!data)
		return -ENOMEM;
	u->data = data;
	u->cap = cap;
	return 0;
}

static int unpack_xz(const void *data, size_t size, struct unpacked *u)
{
	lzma_stream stream = LZMA_STREAM_INIT;
	lzma_ret ret = lzma_stream_decoder(&stream, XZ_MEMORY, LZMA_CONCATENATED);
	int err = 0;

	stream.next_in = data;
	stream.avail_in = size;
	while (ret == LZMA_OK && !err) {
		err = u->size == u->cap ? grow(u) : 0;
		if (err)
			break;
		stream.next_out = (uint8_t *)u->data + u->size;
		stream.avail_out = u->cap - u->size;
		ret = lzma_code(&stream, LZMA_FINISH);
		u->size = u->cap - stream.avail_out;
	}
	lzma_end(&stream);
	if (!err && ret != LZMA_STREAM_END)
		err = ret == LZMA_MEM_ERROR ? -ENOMEM : -EBADMSG;
	return err;
}

static int unpack_zstd(const void *data, size_t size, struct unpacked *u)
{
	ZSTD_inBuffer in = { .src = data, .size = size };
	ZSTD_DCtx *ctx = ZSTD_createDCtx();
	size_t left = 1;
	int err = ctx ? 0 : -ENOMEM;

	if (ctx)
		ZSTD_DCtx_setParameter(ctx, ZSTD_d_windowLogMax, ZSTD_WINDOW);
	while (!err && left) {
		err = u->size == u->cap ? grow(u) : 0;
		if (err)
			break;
		ZSTD_outBuffer out = { .dst = u->data, .size = u->cap, .pos = u->size };

		left = ZSTD_decompressStream(ctx, &out, &in);
		/* Nothing left to read and room to write: the end is missing. */
		if (ZSTD_isError(left) || (left && in.pos == in.size && out.pos < out.size))
			err = -EBADMSG;
		u->size = out.pos;
	}
	ZSTD_freeDCtx(ctx);
	return err;
}

bool is_packed(const void *data, size_t size)
{
	return size > 6 && (!memcmp(data,
				    "\xfd"
				    "7zXZ",
				    6) ||
			    !memcmp(data, "\x28\xb5\x2f\xfd", 4));
}

/* Allocates *out.  -EFBIG: more than any debug data or module has. */
int unpack(const void *data, size_t size, char **out, size_t *out_size)
{
	struct unpacked u = { .size = 0 };
	int err = -EINVAL;

	if (is_packed(data, size))
		err = *(const uint8_t *)data == 0xfd ? unpack_xz(data, size, &u) :
						       unpack_zstd(data, size, &u);
	if (err) {
		free(u.data);
		return err;
	}
	*out = u.data;
	*out_size = u.size;
	return 0;
}
