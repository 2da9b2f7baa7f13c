// SPDX-License-Identifier: GPL-2.0-only
/*
 * Canonical names.
 */
#include "user/markdiff/match/canonical.h"

#include <ctype.h>
#include <string.h>

#define HASH_DIGITS 16
#define COLD	    ".cold"

static bool is_number(const char *text, size_t length)
{
	size_t i;

	for (i = 0; i < length; i++)
		if (!isdigit((unsigned char)text[i]))
			return false;
	return length;
}

static bool are_hex(const char *text, size_t length)
{
	size_t i;

	for (i = 0; i < length; i++)
		if (!isxdigit((unsigned char)text[i]))
			return false;
	return true;
}

static bool is_word(const char *text, size_t length, const char *const *words)
{
	for (; *words; words++)
		if (strlen(*words) == length && !memcmp(text, *words, length))
			return true;
	return false;
}

/* Where the last part of a name begins, behind its dot; length without a dot. */
static size_t last_part(const char *name, size_t length)
{
	size_t at = length;

	while (at && name[at - 1] != '.')
		at--;
	/* A name may begin with a dot. */
	return at > 1 ? at : length;
}

/* The length without the suffix that is last; the same length where that is part of the name. */
static size_t drop_suffix(const char *name, size_t length, bool *cold)
{
	static const char *const numbered[] = { "constprop", "isra",   "part", "llvm",
						"lto_priv",  "__uniq", "cold", NULL };
	static const char *const bare[] = { "cold", "localalias", "part", NULL };
	size_t at = last_part(name, length), word, end = length;
	const char *const *words = bare;

	if (at == length)
		return length;
	if (is_number(name + at, length - at)) {
		words = numbered;
		end = at - 1;
		at = last_part(name, end);
		if (at == end)
			return length;
	}
	word = end - at;
	if (!is_word(name + at, word, words))
		return length;
	*cold |= word == 4 && !memcmp(name + at, "cold", 4);
	return at - 1;
}

struct out {
	char *text;
	size_t size, length;
};

static void put(struct out *out, const char *text, size_t length)
{
	size_t room = out->size - 1 - out->length;

	length = length < room ? length : room;
	memcpy(out->text + out->length, text, length);
	out->length += length;
}

/* "17h", 16 digits, "E": the end of a mangled Rust name. */
static bool has_rust_hash(const char *name, size_t length)
{
	static const size_t tail = 3 + HASH_DIGITS + 1;
	const char *at = name + length - tail;

	return length > tail + 3 && !memcmp(name, "_ZN", 3) && !memcmp(at, "17h", 3) &&
	       name[length - 1] == 'E' && are_hex(at + 3, HASH_DIGITS);
}

/* "C" [ "s" base-62-number "_" ] length name: a crate. */
static void put_crates(struct out *out, const char *name, size_t length)
{
	size_t at, end;

	for (at = 0; at < length; at++) {
		put(out, name + at, 1);
		if (name[at] != 'C' || at + 1 == length || name[at + 1] != 's')
			continue;
		for (end = at + 2; end < length && isalnum((unsigned char)name[end]);)
			end++;
		if (end + 1 < length && name[end] == '_' && isdigit((unsigned char)name[end + 1]))
			at = end;
	}
}

static void put_without_addresses(struct out *out, const char *name, size_t length)
{
	size_t at = 0, end;

	while (at < length) {
		end = at + 2;
		if (length - at > 6 && name[at] == '0' && name[at + 1] == 'x')
			while (end < length && isxdigit((unsigned char)name[end]))
				end++;
		if (end - at > 5) {
			put(out, "0x*", 3);
			at = end;
		} else {
			put(out, name + at++, 1);
		}
	}
}

static void put_base(struct out *out, const char *name, size_t length, bool made_at_run_time)
{
	static const char bpf[] = "bpf_prog_";
	size_t prefix = sizeof(bpf) - 1;

	if (made_at_run_time) {
		put_without_addresses(out, name, length);
	} else if (has_rust_hash(name, length)) {
		put(out, name, length - (3 + HASH_DIGITS + 1));
		put(out, "E", 1);
	} else if (length > 2 && name[0] == '_' && name[1] == 'R') {
		put_crates(out, name, length);
	} else if (length > prefix + HASH_DIGITS && !memcmp(name, bpf, prefix) &&
		   name[prefix + HASH_DIGITS] == '_' && are_hex(name + prefix, HASH_DIGITS)) {
		put(out, bpf, prefix - 1);
		put(out, name + prefix + HASH_DIGITS, length - prefix - HASH_DIGITS);
	} else {
		put(out, name, length);
	}
}

size_t canonical_name(const char *name, size_t length, bool made_at_run_time, char *text,
		      size_t size)
{
	struct out out = { .text = text, .size = size };
	size_t before = length + 1;
	bool cold = false;

	while (!made_at_run_time && length < before) {
		before = length;
		length = drop_suffix(name, length, &cold);
	}
	put_base(&out, name, length, made_at_run_time);
	if (cold)
		put(&out, COLD, sizeof(COLD) - 1);
	text[out.length] = 0;
	return out.length;
}
