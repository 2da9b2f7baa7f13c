// SPDX-License-Identifier: GPL-2.0-only
/*
 * page_write.c - the page of the JSON on standard input, on standard output
 *
 * Exit status 3, and why, if pages are left out of the build.
 */
#include <stdio.h>
#include <stdlib.h>

#include "user/page/page.h"

int main(void)
{
	char *json = NULL;
	size_t size = 0;
	ssize_t len;
	int err;

	if (page_left_out()) {
		fprintf(stderr, "%s\n", page_left_out());
		return 3;
	}
	/* There is no NUL in JSON: it is one line that ends there. */
	len = getdelim(&json, &size, 0, stdin);
	err = page_write(stdout, json, len > 0 ? (size_t)len : 0);
	free(json);
	return err || fclose(stdout) ? 1 : 0;
}
