// SPDX-License-Identifier: GPL-2.0-only
/*
 * Folded stacks, and what public reports say that tools for them get wrong:
 *
 *	jonhoo/inferno#293, brendangregg/FlameGraph#44	"both2" doubled, and was shown as +12.5 % and
 *							+25 %; what vanished as -0.8 %
 *	jonhoo/inferno#295, brendangregg/FlameGraph#159	a parent that grew threefold through its
 *							children was shown as unchanged
 */
#include "tests/unit/markdiff_table.h"
#include "user/markdiff/profile/calltree.h"
#include "user/markdiff/profile/folded.h"

struct pair {
	char base[TABLE_PATH_SIZE], new[TABLE_PATH_SIZE];
};

static void make(struct pair *pair, const char *base, const char *new)
{
	table_write(pair->base, base, strlen(base));
	table_write(pair->new, new, strlen(new));
}

static void drop(const struct pair *pair)
{
	unlink(pair->base);
	unlink(pair->new);
}

static void equals(const struct pair *pair, const char *options, const char *want)
{
	table_equals(options, pair->base, pair->new, want);
}

/* Base and new cost: -p.  Change of share: -c delta.  Relative: -c ratio.  Absolute: -c wdiff:1,1. */
static void changes_are_told_apart(void **state)
{
	struct pair p;

	make(&p, "base_only 50\nboth1 25\nboth2 25\n", "both1 25\nboth2 50\nchanged_only 125\n");
	equals(&p, "-q -t, -p",
	       ",0,+62.50%,125,[.] changed_only\n"
	       "25.00,25,-12.50%,25,[.] both1\n"
	       "25.00,25,+0.00%,50,[.] both2\n"
	       "50.00,50,,,[.] base_only\n");
	equals(&p, "-q -t, -p -c ratio",
	       "25.00,25,2.000000,50,[.] both2\n"
	       "25.00,25,1.000000,25,[.] both1\n"
	       ",0,N/A,125,[.] changed_only\n"
	       "50.00,50,,,[.] base_only\n");
	equals(&p, "-q -t, -p -c wdiff:1,1",
	       "25.00,25,25,50,[.] both2\n"
	       "25.00,25,0,25,[.] both1\n"
	       ",0,N/A,125,[.] changed_only\n"
	       "50.00,50,,,[.] base_only\n");
	drop(&p);
}

static const char before[] = "all;parent;first_child 10\nall;parent;second_child 10\n"
			     "all;parent2 30\n";
static const char after[] = "all;parent;first_child 30\nall;parent;second_child 30\n"
			    "all;parent2 30\n";

static void parents_change_with_their_children(void **state)
{
	struct pair p;

	make(&p, before, after);
	equals(&p, "-q -t, --children",
	       "40.00,+26.67%,0.00,+0.00%,[.] parent\n"
	       "60.00,-26.67%,60.00,-26.67%,[.] parent2\n"
	       "20.00,+13.33%,20.00,+13.33%,[.] first_child\n"
	       "20.00,+13.33%,20.00,+13.33%,[.] second_child\n"
	       "100.00,+0.00%,0.00,+0.00%,[.] all\n");
	/* The root has the change of the total: 50 -> 90. */
	equals(&p, "-q -t, --children -p -c ratio",
	       "40.00,20,3.000000,60,0.00,0,N/A,0,[.] parent\n"
	       "20.00,10,3.000000,30,20.00,10,3.000000,30,[.] first_child\n"
	       "20.00,10,3.000000,30,20.00,10,3.000000,30,[.] second_child\n"
	       "100.00,50,1.800000,90,0.00,0,N/A,0,[.] all\n"
	       "60.00,30,1.000000,30,60.00,30,1.000000,30,[.] parent2\n");
	/* Self cost is of the leaves. */
	equals(&p, "-q -t, -c wdiff:1,1",
	       "20.00,20,[.] first_child\n20.00,20,[.] second_child\n60.00,0,[.] parent2\n");
	drop(&p);
}

/* What difffolded.pl writes is both sides in one file. */
static void two_counts_are_two_profiles(void **state)
{
	static const char text[] = "all;a 10 30\nall;b 10 0\nall;c 0 30\n";
	struct pair p;

	make(&p, text, text);
	table_equals("-q -t, -p", p.base, "",
		     ",0,+50.00%,30,[.] c\n50.00,10,+0.00%,30,[.] a\n50.00,10,,,[.] b\n");
	table_equals("-q -t, --children -c ratio -S all", p.base, "", "100.00,3.000000,0.00,N/A\n");
	table_refuses("", p.base, p.new, "two counts a line: before and after; name no other file");
	drop(&p);
	/* A number that ends a frame on some lines is no count. */
	make(&p, "a;vector 3 10\nb 5\n", "a;vector 3 10\nb 10\n");
	equals(&p, "-q -t, -c ratio", "33.33,2.000000,[.] b\n66.67,1.000000,[.] vector 3\n");
	drop(&p);
}

static void annotations_are_modes(void **state)
{
	struct pair p;
	static const char text[] = "java;Foo::bar_[j];hot_[i];sys_read_[k] 4\n"
				   "java;waker_[w];try_[k] 3\njava;Foo::bar_[j] 2\n"
				   "java;Foo::bar_[j];hot_[i] 1\n_[k] 1\n";

	make(&p, text, text);
	equals(&p, "-q -t, --children",
	       "90.91,+0.00%,0.00,+0.00%,[.] java\n"
	       "63.64,+0.00%,18.18,+0.00%,[.] Foo::bar\n"
	       "45.45,+0.00%,9.09,+0.00%,[.] hot (inlined)\n"
	       "36.36,+0.00%,36.36,+0.00%,[k] sys_read\n"
	       "27.27,+0.00%,27.27,+0.00%,[k] try\n"
	       "27.27,+0.00%,0.00,+0.00%,[.] waker (waker)\n"
	       "9.09,+0.00%,9.09,+0.00%,[.] _[k]\n");
	drop(&p);
}

/* Lines as programs write them: empty, comments, \r, blanks, fractions, frames with blanks in them. */
static void lines_may_vary(void **state)
{
	struct pair p;

	make(&p, "# made by hand\n\na;;b c;  2\r\nb c 1.5\nb c 0\n;d 6", "a;b c 10\n");
	equals(&p, "-q -t, -c ratio", "40.00,2.500000,[.] b c\n60.00,,[.] d\n");
	drop(&p);
	/* What the name promises is not looked for. */
	make(&p, "a;b 1\na;c 18446744073709551614\n", "a;b 1\n");
	equals(&p, "-q -t, -c ratio", "0.00,1.000000,[.] b\n100.00,,[.] c\n");
	drop(&p);
}

static void wrong_lines_are_told(void **state)
{
	struct pair p;
	static char deep[20000];

	make(&p, "a;b 1\n\na;c\n", "a;b 1\n");
	table_refuses("", p.base, p.new, "line 3: does not end in a count");
	table_refuses("", p.new, p.base, "line 3: does not end in a count");
	drop(&p);
	make(&p, "a;b 1\n;; 3\n", "a;b 1\n");
	table_refuses("", p.base, p.new, "line 2: has no stack before its count");
	drop(&p);
	make(&p, "a;b 1\na 18446744073709551616\n", "a;b 1\n");
	table_refuses("", p.base, p.new, "line 2: does not end in a count");
	drop(&p);
	for (size_t i = 0; i < sizeof(deep) - 10; i += 2)
		memcpy(deep + i, "a;", 2);
	strcpy(deep + sizeof(deep) - 10, "b 1\n");
	make(&p, deep, "a;b 1\n");
	table_refuses("", p.base, p.new, "line 1: has more than 4000 frames");
	drop(&p);
	/* Text of another kind is no recording. */
	make(&p, "no recording at all\n", "a;b 1\n");
	table_refuses("", p.base, p.new, "is not a perf.data file");
	drop(&p);
}

/* Recordings have dsos and mangled names; what is compared is what is shown. */
static void recordings_compare_with_folded_stacks(void **state)
{
	static const struct build_event event = { .type = 1, .sample_type = BUILD_CHAINS };
	static const char text[] = "main;work;leaf 50\nmain;work 25\nmain 25\n";
	uint64_t words[] = { (uint64_t)PERFDATA_CONTEXT_KERNEL, 0xffffffffc0000010,
			     0xffffffffc0000110 };
	static struct build b;
	struct pair p;

	build_events(&b, &event, 1);
	build_ksymbol(&b, 1, words[1] - 0x10, 0x100, 0, "leaf");
	build_ksymbol(&b, 1, words[2] - 0x10, 0x100, 0, "main");
	build_sample_chain(&b, 10, 100, words[1], 3, 1, words, 3);
	build_sample_chain(&b, 10, 100, words[2], 1, 1, NULL, 0);
	table_write(p.base, b.bytes, b.size);
	table_write(p.new, text, strlen(text));
	equals(&p, "-q -t,",
	       "75.00,-25.00%,[k] leaf\n,+25.00%,[.] work\n"
	       "25.00,+0.00%,[k] main\n");
	equals(&p, "-q -t, --children",
	       ",+75.00%,,+25.00%,[.] work\n"
	       "75.00,-25.00%,75.00,-25.00%,[k] leaf\n"
	       "100.00,+0.00%,25.00,+0.00%,[k] main\n");
	drop(&p);
	/* Suffixes of compilers pair as they do between recordings. */
	make(&p, "main;leaf.constprop.0 1\n", "main;leaf 2\n");
	equals(&p, "-q -t, -c ratio", "100.00,2.000000,[.] leaf.constprop.0 -> leaf\n");
	drop(&p);
}

/* Pipes are read once. */
static void pipes_are_looked_at(void **state)
{
	struct source s;
	int ends[2];
	char path[32];

	assert_int_equal(pipe(ends), 0);
	assert_int_equal(write(ends[1], "a;b 1 2\n", 8), 8);
	close(ends[1]);
	snprintf(path, sizeof(path), "/dev/fd/%d", ends[0]);
	assert_int_equal(source_read(&s, path), 0);
	assert_true(s.folded);
	assert_int_equal(s.size, 8);
	assert_int_equal(folded_columns(&s), 2);
	source_free(&s);
	close(ends[0]);
	assert_int_equal(source_read(&s, "/no/such/file.folded"), 0);
	assert_false(s.folded);
	assert_null(s.text);
}

/* Any bytes: parsed or refused. */
static void damaged_text(void **state)
{
	static const char text[] = "main;work;leaf_[k] 50 1\n#x\nmain;_[i];a_[j] 25.5 2\n";
	char bytes[sizeof(text)];
	struct source s = { .path = "x", .text = bytes, .folded = true };
	struct perfdata_error error;

	for (size_t i = 0; i < 256 * sizeof(text); i++) {
		struct folded *folded;
		struct perfdata *pd = NULL;

		memcpy(bytes, text, sizeof(text));
		bytes[i / 256] = i;
		s.size = sizeof(text) - 1 - i % 7;
		memset(&error, 0, sizeof(error));
		if (folded_open(&s, i % 2 && folded_columns(&s) == 2, &folded, &pd, &error))
			assert_true(error.err < 0 && error.text[0]);
		perfdata_close(pd);
		folded_free(folded);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(changes_are_told_apart),
		cmocka_unit_test(parents_change_with_their_children),
		cmocka_unit_test(two_counts_are_two_profiles),
		cmocka_unit_test(annotations_are_modes),
		cmocka_unit_test(lines_may_vary),
		cmocka_unit_test(wrong_lines_are_told),
		cmocka_unit_test(recordings_compare_with_folded_stacks),
		cmocka_unit_test(pipes_are_looked_at),
		cmocka_unit_test(damaged_text),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
