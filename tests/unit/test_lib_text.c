// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_lib_text.c - strings of files, as text and as JSON
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "user/lib/text.h"

static void escapes_what_would_spoil_a_line(void **state)
{
	char out[64];

	text_escape(out, sizeof(out), "len %d \"x\"\n\t\\ \001\177");
	assert_string_equal(out, "len %d \\\"x\\\"\\n\\t\\\\ \\001\\177");
	text_escape(out, sizeof(out), "\303\266");
	assert_string_equal(out, "\303\266");
	text_escape(out, sizeof(out), "");
	assert_string_equal(out, "");
}

/* Never half an escape, always terminated. */
static void keeps_to_its_room(void **state)
{
	char out[16];
	size_t size;

	for (size = 1; size < sizeof(out); size++) {
		memset(out, '#', sizeof(out));
		text_escape(out, size, "ab\n\001cd\n");
		assert_true(strlen(out) < size);
		assert_int_equal(out[size], '#');
		assert_int_equal(strncmp("ab\\n\\001cd\\n", out, strlen(out)), 0);
		assert_true(!strlen(out) || out[strlen(out) - 1] != '\\');
	}
}

static void json_is_utf8(void **state)
{
	static const struct {
		const char *in, *out;
	} cases[] = {
		{ "len %d", "len %d" },
		{ "", "" },
		{ "\303\266 \342\202\254 \360\237\230\200",
		  "\303\266 \342\202\254 \360\237\230\200" },
		{ "\366", "\xef\xbf\xbd" },
		{ "a\303", "a\xef\xbf\xbd" },
		{ "\342\202x", "\xef\xbf\xbd\xef\xbf\xbdx" },
		/* "/" in three bytes, half of a pair, behind the last character. */
		{ "\340\200\257", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd" },
		{ "\355\240\200", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd" },
		{ "\364\220\200\200", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd" },
		{ "\355\237\277\364\217\277\277", "\355\237\277\364\217\277\277" },
	};
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		json_object *object = json_text(cases[i].in);

		assert_string_equal(json_object_get_string(object), cases[i].out);
		json_object_put(object);
	}
	assert_null(json_text(NULL));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(escapes_what_would_spoil_a_line),
		cmocka_unit_test(keeps_to_its_room),
		cmocka_unit_test(json_is_utf8),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
