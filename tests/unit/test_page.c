// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_page.c - the page holds the JSON, and nothing in the JSON can end its element
 *
 * What the page does with it is tests/e2e/test_markdiff_page.sh's, in a browser.
 */
#include <errno.h>
#include <json-c/json.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "user/page/page.h"

#define ELEMENT "<script type=\"application/json\" id=\"comparison\">\n"

/* What stands in the page's last element for @json; the caller frees it. */
static char *embedded(const char *json, size_t len)
{
	char *page = NULL, *begin, *end, *inside;
	size_t size = 0;
	FILE *out = open_memstream(&page, &size);

	assert_non_null(out);
	assert_int_equal(page_write(out, json, len), 0);
	fclose(out);
	begin = strstr(page, ELEMENT);
	assert_non_null(begin);
	begin += strlen(ELEMENT);
	end = strstr(begin, "</script>\n");
	assert_non_null(end);
	assert_string_equal(end, "</script>\n");
	inside = strndup(begin, (size_t)(end - begin));
	free(page);
	return inside;
}

static void needs_page(void)
{
	if (page_left_out()) {
		print_message("skip - %s\n", page_left_out());
		skip();
	}
}

static void numbers_stay_as_printed(void **state)
{
	static const char json[] = "{\"a\": [81.80, -0.40, 1e-7, null],\n\t\"b\": \"f(int)\"}";
	char *inside;

	needs_page();
	inside = embedded(json, strlen(json));
	assert_string_equal(inside, json);
	free(inside);
}

static void nothing_ends_the_element(void **state)
{
	static const char json[] =
		"{\"</script><script>x()\":\"<!--\xe2\x80\xa8\xe2\x80\xa9&\x01\x7f\"}";
	char *inside;

	needs_page();
	inside = embedded(json, sizeof(json) - 1);
	assert_string_equal(inside, "{\"\\u003c/script\\u003e\\u003cscript\\u003ex()\":\"\\u003c!--"
				    "\\u2028\\u2029\\u0026\\u0001\\u007f\"}");
	free(inside);
}

static void names_come_back_as_they_were(void **state)
{
	static const char name[] =
		"</ScRiPt>\"'\\ \xe2\x80\xa8 \xe2\x80\xa7 \xc3\xa9 <!-- ]]> &lt;";
	struct json_object *list = json_object_new_array(), *back;
	const char *json;
	char *inside;

	needs_page();
	json_object_array_add(list, json_object_new_string(name));
	json = json_object_to_json_string_ext(list, JSON_C_TO_STRING_PLAIN);
	inside = embedded(json, strlen(json));
	assert_null(strpbrk(inside, "<>&"));
	back = json_tokener_parse(inside);
	assert_string_equal(json_object_get_string(json_object_array_get_idx(back, 0)), name);
	json_object_put(back);
	json_object_put(list);
	free(inside);
}

/* The first two bytes of a separator at the end, and no bytes at all. */
static void ends_anywhere(void **state)
{
	char *inside;

	needs_page();
	inside = embedded("\xe2\x80", 2);
	assert_string_equal(inside, "\xe2\x80");
	free(inside);
	inside = embedded("", 0);
	assert_string_equal(inside, "");
	free(inside);
}

static void a_full_disk_is_an_error(void **state)
{
	static char json[100000];
	FILE *out;

	needs_page();
	out = fopen("/dev/full", "w");
	if (!out) {
		print_message("skip - no /dev/full\n");
		skip();
		return;
	}
	memset(json, ' ', sizeof(json));
	assert_int_equal(page_write(out, json, sizeof(json)), -EIO);
	fclose(out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_stay_as_printed),
		cmocka_unit_test(nothing_ends_the_element),
		cmocka_unit_test(names_come_back_as_they_were),
		cmocka_unit_test(ends_anywhere),
		cmocka_unit_test(a_full_disk_is_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
