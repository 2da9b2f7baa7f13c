/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * ktest.h - test modules: a table of cases that run when the module is loaded
 *
 *	static void two_and_two(void)
 *	{
 *		expect_eq(2 + 2, 4);
 *	}
 *
 *	static const struct ktest tests[] = { { "T00 two and two", two_and_two } };
 *	KTEST_MODULE(tests);
 *
 * Results are KTAP in the kernel's log; relay in topic.sh takes them from there.  The first failed
 * expectation of a case is told with it.  The module loads in any case, so that it can be unloaded.
 *
 * Expectations may stand in probes and handlers, in any context but beside each other: the text of the
 * first failure is not locked.
 */
#ifndef TESTS_KERNEL_KTEST_H
#define TESTS_KERNEL_KTEST_H

#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/string.h>

#include <marker/registry.h>

struct ktest {
	const char *name;
	void (*run)(void);
};

/* Of the case that runs. */
static char ktest_why[160], ktest_note[160];
static const char *ktest_skip;

static __maybe_unused __printf(1, 2) void ktest_fail(const char *format, ...)
{
	va_list args;

	if (*ktest_why)
		return;
	va_start(args, format);
	vsnprintf(ktest_why, sizeof(ktest_why), format, args);
	va_end(args);
}

#define expect(condition)                                                        \
	do {                                                                     \
		if (!(condition))                                                \
			ktest_fail("%s:%d: %s", __func__, __LINE__, #condition); \
	} while (0)

#define expect_eq(value, wanted)                                                            \
	do {                                                                                \
		long ktest_value = (long)(value), ktest_wanted = (long)(wanted);            \
                                                                                            \
		if (ktest_value != ktest_wanted)                                            \
			ktest_fail("%s:%d: %s is %ld, not %ld", __func__, __LINE__, #value, \
				   ktest_value, ktest_wanted);                              \
	} while (0)

/* Figures, told with the result. */
static __maybe_unused __printf(1, 2) void note(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(ktest_note, sizeof(ktest_note), format, args);
	va_end(args);
}

/* The case cannot be tried here; to be followed by a return. */
static __maybe_unused void skip(const char *reason)
{
	ktest_skip = reason;
}

static __maybe_unused void ktest_tell(unsigned int nr, const char *name)
{
	if (*ktest_why)
		pr_info("not ok %u - %s (%s)\n", nr, name, ktest_why);
	else if (ktest_skip)
		pr_info("ok %u - %s # SKIP %s\n", nr, name, ktest_skip);
	else if (*ktest_note)
		pr_info("ok %u - %s (%s)\n", nr, name, ktest_note);
	else
		pr_info("ok %u - %s\n", nr, name);
}

static __maybe_unused int ktest_run(const struct ktest *tests, unsigned int nr)
{
	unsigned int i;

	pr_info("1..%u\n", nr);
	for (i = 0; i < nr; i++) {
		*ktest_why = '\0';
		*ktest_note = '\0';
		ktest_skip = NULL;
		tests[i].run();
		ktest_tell(i + 1, tests[i].name);
	}
	return 0;
}

#define KTEST_MODULE(tests)                                 \
	static int __init ktest_init(void)                  \
	{                                                   \
		return ktest_run(tests, ARRAY_SIZE(tests)); \
	}                                                   \
	static void __exit ktest_exit(void)                 \
	{                                                   \
	}                                                   \
	module_init(ktest_init);                            \
	module_exit(ktest_exit)

/* ---- what most modules ask of the core ----------------------------------------------------- */

struct ktest_search {
	const char *name;
	struct marker_status *status;
	unsigned int nr;
};

static __maybe_unused int ktest_visit(const struct marker_status *status, void *data)
{
	struct ktest_search *search = data;

	if (strcmp(status->info.name, search->name))
		return 0;
	*search->status = *status;
	search->nr++;
	return 0;
}

/* How many markers have that name; @status is the last one's, or zero. */
static __maybe_unused unsigned int marker_status_of(const char *name, struct marker_status *status)
{
	struct ktest_search search = { .name = name, .status = status };

	memset(status, 0, sizeof(*status));
	expect_eq(marker_for_each(ktest_visit, &search), 0);
	return search.nr;
}

static __maybe_unused unsigned int sites_on(const char *name)
{
	struct marker_status status;

	return marker_status_of(name, &status) ? status.on : 0;
}

/* The first site of a marker, NULL if there is none. */
static __maybe_unused const struct marker_row *row_of(const char *name)
{
	struct marker_status status;

	return marker_status_of(name, &status) ? status.marker->sites->row : NULL;
}

/* A probe: its private data is an atomic_t that counts. */
static __maybe_unused void count_hit(void *private_data, const struct marker_info *marker,
				     va_list *args)
{
	atomic_inc(private_data);
}

#endif
