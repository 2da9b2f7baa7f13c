// SPDX-License-Identifier: GPL-2.0-only
/*
 * The file is of git's kind:
 *
 *	[diff]
 *		order = 0	# or ;
 *		compute = "delta"
 *
 * Names of keys may be written in capitals; other sections and keys are perf's business.
 */
#include "user/markdiff/options/config.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "user/markdiff/options/values.h"

struct reader {
	struct options *options;
	char section[64];
	char *why; /* OPTION_WHY bytes */
};

static const struct {
	const char *section, *name;
	value_fn set;
} known[] = {
	{ "diff", "order", value_order },
	{ "diff", "compute", value_compute },
	{ "hist", "percentage", value_percentage },
};

static int malformed(struct reader *r, const char *text)
{
	snprintf(r->why, OPTION_WHY, "'%.*s' is neither [section] nor name = value",
		 (int)strcspn(text, "\r\n"), text);
	return -EINVAL;
}

static char *skip_blanks(char *text)
{
	while (isspace((unsigned char)*text))
		text++;
	return text;
}

/* "[name]", also "[name "more"]"; what follows may be a setting. */
static int take_section(struct reader *r, char **text)
{
	char *name = *text + 1, *end = strchr(name, ']');

	if (!end)
		return malformed(r, *text);
	snprintf(r->section, sizeof(r->section), "%.*s", (int)(end - name), name);
	*text = skip_blanks(end + 1);
	return 0;
}

/*
 * A value in place: without quotes, a backslash takes the next character as it is, a comment and the
 * blanks before it are left out.
 */
static bool take_value(char *text)
{
	char *to = text, *end = text;
	bool quoted = false;

	for (; *text && (quoted || !strchr("#;\r\n", *text)); text++) {
		if (*text == '"') {
			quoted = !quoted;
			end = to;
			continue;
		}
		if (*text == '\\' && text[1])
			text++;
		*to++ = *text;
		if (quoted || !isspace((unsigned char)*text))
			end = to;
	}
	*end = 0;
	return !quoted;
}

static int set(struct reader *r, const char *name, const char *value)
{
	char why[OPTION_WHY] = "";
	int err;

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		if (strcasecmp(known[i].section, r->section) != 0 ||
		    strcasecmp(known[i].name, name) != 0)
			continue;
		err = known[i].set(r->options, value, why);
		if (err)
			snprintf(r->why, OPTION_WHY, "%s.%s: %.500s", known[i].section,
				 known[i].name, *why ? why : strerror(-err));
		return err;
	}
	return 0;
}

/* A name without a value is true. */
static int take_setting(struct reader *r, char *text)
{
	char *end = text, *value;

	while (isalnum((unsigned char)*end) || *end == '-' || *end == '_')
		end++;
	value = skip_blanks(end);
	if (end == text || (*value && !strchr("=#;", *value)))
		return malformed(r, text);
	if (*value != '=') {
		*end = 0;
		return set(r, text, "true");
	}
	value = skip_blanks(value + 1);
	*end = 0;
	return take_value(value) ? set(r, text, value) : malformed(r, value);
}

static int take_line(struct reader *r, char *text)
{
	int err = 0;

	text = skip_blanks(text);
	if (*text == '[')
		err = take_section(r, &text);
	if (err || !*text || *text == '#' || *text == ';')
		return err;
	return take_setting(r, text);
}

int config_read(struct options *options, const char *path, char message[OPTIONS_MESSAGE])
{
	char why[OPTION_WHY] = "";
	struct reader r = { .options = options, .why = why };
	FILE *file = fopen(path, "re");
	unsigned int number = 0;
	char *line = NULL;
	size_t size = 0;
	int err = 0;

	if (!file)
		return 0;
	while (!err && getline(&line, &size, file) > 0) {
		number++;
		err = take_line(&r, line);
	}
	free(line);
	fclose(file);
	if (err)
		snprintf(message, OPTIONS_MESSAGE, "%.100s:%u: %.600s", path, number,
			 *why ? why : strerror(-err));
	return err;
}
