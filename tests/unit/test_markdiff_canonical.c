// SPDX-License-Identifier: GPL-2.0-only
/*
 * Names without what compilers add.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "user/markdiff/match/canonical.h"

static void expect(const char *name, bool made_at_run_time, const char *wanted)
{
	char text[256];
	size_t length = canonical_name(name, strlen(name), made_at_run_time, text, sizeof(text));

	assert_string_equal(text, wanted);
	assert_int_equal(length, strlen(wanted));
}

static void drops_what_compilers_add(void **state)
{
	static const char *const pairs[][2] = {
		{ "work", "work" },
		{ "work.constprop.0.isra.0", "work" },
		{ "work.part.7", "work" },
		{ "work.llvm.1234567", "work" },
		{ "work.lto_priv.0.lto_priv.1", "work" },
		{ "work.__uniq.77.llvm.1", "work" },
		{ "work.localalias", "work" },
		{ "work.cold", "work.cold" },
		{ "work.cold.12", "work.cold" },
		{ "work.constprop.0.cold", "work.cold" },
		{ "work.cold.constprop.1", "work.cold" },
		{ "work.isra", "work.isra" }, /* somebody's name */
		{ "work.constprop.x", "work.constprop.x" },
		{ "work.1", "work.1" },
		{ "workisra.0", "workisra.0" },
		{ ".cold", ".cold" },
		{ ".isra.0", ".isra.0" },
		{ ".", "." },
		{ "", "" },
		{ "_Z4workIiEvT_.constprop.0", "_Z4workIiEvT_" },
		{ "_ZN1a1f17h0123456789abcdefE", "_ZN1a1fE" },
		{ "_ZN1a1f17h0123456789abcdefE.llvm.77", "_ZN1a1fE" },
		{ "_ZN1a1f17h0123456789abcdegE", "_ZN1a1f17h0123456789abcdegE" },
		{ "_ZN17h0123456789abcdefE", "_ZN17h0123456789abcdefE" },
		{ "_RNvCs1234_7mycrate3foo", "_RNvC7mycrate3foo" },
		{ "_RNvNtCsaB_1a1bCsz_1c", "_RNvNtC1a1bC1c" },
		{ "_RNvC3Css3foo", "_RNvC3Css3foo" },
		{ "bpf_prog_6deef7357e7b4530_sd_fw", "bpf_prog_sd_fw" },
		{ "bpf_prog_6deef7357e7b4530", "bpf_prog_6deef7357e7b4530" },
	};

	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
		expect(pairs[i][0], false, pairs[i][1]);
}

static void drops_addresses_of_code_made_at_run_time(void **state)
{
	expect("stub 0x7f00deadbeef end", true, "stub 0x* end");
	expect("0x7f00deadbeef", true, "0x*");
	expect("mask_0xff", true, "mask_0xff");
	expect("LazyCompile:*foo.isra.0", true, "LazyCompile:*foo.isra.0");
	expect("0x", true, "0x");
	expect("stub 0x7f00deadbeef", false, "stub 0x7f00deadbeef");
}

static void cuts_what_is_too_long(void **state)
{
	char text[8];

	assert_int_equal(canonical_name("0123456789", 10, false, text, sizeof(text)), 7);
	assert_string_equal(text, "0123456");
	assert_int_equal(canonical_name("abcdefg.cold.0", 14, false, text, sizeof(text)), 7);
	/* Not all of a text need be the name. */
	assert_int_equal(canonical_name("ab.isra.0xyz", 9, false, text, sizeof(text)), 2);
	assert_string_equal(text, "ab");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(drops_what_compilers_add),
		cmocka_unit_test(drops_addresses_of_code_made_at_run_time),
		cmocka_unit_test(cuts_what_is_too_long),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
