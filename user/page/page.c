// SPDX-License-Identifier: GPL-2.0-only
/*
 * page.c - the page: what make built of the sources beside this file, and the JSON behind it
 *
 * main.js has the essay.  The JSON is the content of a script element that no browser runs, the last
 * thing of the page.  Inside of it only the sequences that end or change such an element mean something
 * to HTML; all of them have a "<", which JSON has in strings alone, where it may as well be written by
 * its number.  The same is done for what only looks dangerous (">", "&", the line separators of
 * Unicode, control characters), so that the page can be carried through tools that are less careful.
 */
#include "page.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>

extern const char page_asset[];
extern const uint64_t page_asset_size;

static const char page_tail[] = "</script>\n";

const char *page_left_out(void)
{
	if (page_asset_size)
		return NULL;
	return "built without pages: install esbuild, node-d3-hierarchy and node-d3-scale, and make again";
}

/* The length of what stands at @s and has to be written by its number, which goes to @code; or 0. */
static size_t special(const unsigned char *s, size_t left, unsigned int *code)
{
	*code = s[0];
	if (s[0] == '<' || s[0] == '>' || s[0] == '&' || s[0] == 0x7f)
		return 1;
	if (s[0] < ' ' && s[0] != '\n' && s[0] != '\t')
		return 1;
	if (left >= 3 && s[0] == 0xe2 && s[1] == 0x80 && (s[2] == 0xa8 || s[2] == 0xa9)) {
		*code = 0x2000 + (s[2] & 0x3f);
		return 3;
	}
	return 0;
}

static void write_json(FILE *out, const unsigned char *json, size_t len)
{
	size_t i = 0, written = 0;

	while (i < len) {
		unsigned int code;
		size_t n = special(json + i, len - i, &code);

		if (!n) {
			i++;
			continue;
		}
		fwrite(json + written, 1, i - written, out);
		fprintf(out, "\\u%04x", code);
		i += n;
		written = i;
	}
	fwrite(json + written, 1, len - written, out);
}

int page_write(FILE *out, const char *json, size_t len)
{
	if (page_left_out())
		return -EOPNOTSUPP;
	fwrite(page_asset, 1, page_asset_size, out);
	write_json(out, (const unsigned char *)json, len);
	fwrite(page_tail, 1, strlen(page_tail), out);
	return ferror(out) ? -EIO : 0;
}
