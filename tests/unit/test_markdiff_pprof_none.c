// SPDX-License-Identifier: GPL-2.0-only
/*
 * A markdiff that was built without protobuf-c says what to install.
 */
#include "tests/unit/markdiff_table.h"

#include <errno.h>

#include "user/pprof/none.c"

static void pprof_is_refused(void **state)
{
	char message[OPTIONS_MESSAGE];
	struct options o;
	struct pprof *p;

	assert_int_equal(table_options(&o, "--pprof=a b c", message), -EINVAL);
	assert_string_equal(message,
			    "--pprof: left out of this markdiff; install protobuf-c-compiler "
			    "libprotobuf-c-dev zlib1g-dev and build it again");
	assert_int_equal(pprof_create("x", &p), -ENOSYS);
	assert_null(p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pprof_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
