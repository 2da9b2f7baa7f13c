// SPDX-License-Identifier: GPL-2.0-only
/*
 * term.c - terms of an event into bits of the attribute, by the PMU's format, within its limits
 */
#include "internal.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format.h"
#include "near.h"

/**
 * struct term - one, cut at its "="
 * @value:	NULL if it has none
 * @typed:	somebody typed it; otherwise it is from a file of events/
 */
struct term {
	const char *key;
	const char *value;
	bool typed;
};

/* Decimal, or hexadecimal behind 0x; nothing behind it. */
static int parse_value(const char *text, uint64_t *value)
{
	bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
	char *end;

	if (!(*text >= '0' && *text <= '9') || (hex && !text[2]))
		return -EINVAL;
	errno = 0;
	*value = strtoull(text, &end, hex ? 16 : 10);
	return errno || *end ? -EINVAL : 0;
}

/**
 * term_raw() - r and hexadecimal digits
 *
 * Return: 0, -EINVAL if it is something else.
 */
int term_raw(const char *text, uint64_t *config)
{
	const char *digits = text + 1;
	char *end;

	if (*text != 'r')
		return -EINVAL;
	if (digits[0] == '0' && digits[1] == 'x')
		digits += 2;
	if (!*digits || strspn(digits, "0123456789abcdefABCDEF") != strlen(digits))
		return -EINVAL;
	errno = 0;
	*config = strtoull(digits, &end, 16);
	return errno ? -EINVAL : 0;
}

/* The formats that every PMU has. */
static bool find_whole(const char *key, struct format *format)
{
	static const char *const fields[] = { "config", "config1", "config2" };

	format->mask = UINT64_MAX;
	for (format->field = 0; format->field < 3; format->field++) {
		if (!strcmp(key, fields[format->field]))
			return true;
	}
	return false;
}

/* 0, -ENOENT if the PMU has no such term, -EINVAL if what it says of it, @text, is no format. */
static int read_format(const struct reading *reading, const struct pmu *pmu, const char *key,
		       struct format *format, char text[static PMU_TEXT])
{
	if (find_whole(key, format))
		return 0;
	if (pmu_text(reading->place->pmus, pmu, "format", key, text))
		return -ENOENT;
	return format_parse(text, format);
}

/* The same, with a sentence for -EINVAL. */
static int find_format(struct reading *reading, const struct pmu *pmu, const char *key,
		       struct format *format)
{
	char text[PMU_TEXT];
	int ret = read_format(reading, pmu, key, format, text);

	if (ret != -EINVAL)
		return ret;
	return reading_refuse(reading,
			      "%s: %s/%s/format/%s says \"%s\", which markbench cannot read", key,
			      reading->place->pmus->root, pmu->name, key, text);
}

static int refuse_unknown(struct reading *reading, const struct pmu *pmu, const struct term *term)
{
	struct near near = { .wanted = term->key };
	char text[NEAR_MAX * NEAR_NAME + 16];

	pmu_each(reading->place->pmus, pmu, "format", near_offer, &near);
	if (!term->value)
		pmu_each(reading->place->pmus, pmu, "events", event_offer, &near);
	near_tell(&near, text, sizeof(text));
	return reading_refuse(reading, "%s: %s has no such %s%s", term->key, pmu->name,
			      term->value ? "term" : "term or event", text);
}

/* The bits of config1 that say how user space reads: what is typed there is left as it is. */
static void note_typed(struct reading *reading, const struct term *term)
{
	if (term->typed && (!strcmp(term->key, "rdpmc") || !strcmp(term->key, "long") ||
			    !strcmp(term->key, "config1")))
		reading->event->bits_given = true;
}

static int set_value(struct reading *reading, const struct pmu *pmu, const struct term *term)
{
	struct format format;
	uint64_t value = 1;
	int ret = find_format(reading, pmu, term->key, &format);

	if (ret == -ENOENT)
		return refuse_unknown(reading, pmu, term);
	if (ret)
		return ret;
	if (term->value && parse_value(term->value, &value))
		return reading_refuse(reading,
				      "%s=%s: not a number of 64 bits, decimal or behind 0x",
				      term->key, term->value);
	if (value > format_max(&format))
		return reading_refuse(reading,
				      "%s=%" PRIu64 ": its field holds %" PRIu64
				      " at most (%s/format/%s)",
				      term->key, value, format_max(&format), pmu->name, term->key);
	format_set(&format, value, &reading->event->attr);
	note_typed(reading, term);
	return 0;
}

/* Is "key=" among what was typed? */
static bool is_typed(const struct reading *reading, const char *key)
{
	size_t len = strlen(key);
	const char *at;

	for (at = reading->terms; at; at = strchr(at, ',')) {
		at += *at == ',';
		if (!strncmp(at, key, len) && at[len] == '=')
			return true;
	}
	return false;
}

/* "core=?" in a file asks who names the event for a value. */
static int set_of_file(struct reading *reading, const struct pmu *pmu, const struct term *term)
{
	if (!term->value || strcmp(term->value, "?") != 0)
		return set_value(reading, pmu, term);
	if (is_typed(reading, term->key))
		return 0;
	return reading_refuse(reading, "it needs a value: %s=VALUE", term->key);
}

static int set_typed(struct reading *reading, const struct pmu *pmu, const struct term *term)
{
	struct format format;
	uint64_t config;
	int ret;

	if (term->value)
		return set_value(reading, pmu, term);
	ret = term_event(reading, pmu, term->key);
	if (ret != -ENOENT)
		return ret;
	ret = find_format(reading, pmu, term->key, &format);
	if (ret == -ENOENT && !term_raw(term->key, &config)) {
		reading->event->attr.config = config;
		return 0;
	}
	return set_value(reading, pmu, term);
}

static int set_terms(struct reading *reading, const struct pmu *pmu, char *text, bool typed)
{
	char *next, *word = strtok_r(text, ",", &next);
	int ret = 0;

	for (; word && !ret; word = strtok_r(NULL, ",", &next)) {
		char *equals = strchr(word, '=');
		struct term term = { word, equals ? equals + 1 : NULL, typed };

		if (equals)
			*equals = '\0';
		ret = typed ? set_typed(reading, pmu, &term) : set_of_file(reading, pmu, &term);
	}
	return ret;
}

/* "EVENT.scale" and "EVENT.unit": what a count has to be multiplied by to be what it says. */
static void read_unit(struct reading *reading, const struct pmu *pmu, const char *name)
{
	struct event *event = reading->event;
	char file[EVENT_NAME + 8], text[PMU_TEXT], *end;
	double scale;

	snprintf(file, sizeof(file), "%s.unit", name);
	if (!pmu_text(reading->place->pmus, pmu, "events", file, text))
		snprintf(event->unit, sizeof(event->unit), "%.*s", EVENT_UNIT - 1, text);
	snprintf(file, sizeof(file), "%s.scale", name);
	if (pmu_text(reading->place->pmus, pmu, "events", file, text))
		return;
	scale = strtod(text, &end);
	if (end != text && scale > 0)
		event->scale = scale;
}

/**
 * term_event() - the terms of a file of events/
 * @name:	of the file
 *
 * Return: 0, -ENOENT if there is no such event, -EINVAL with a sentence.
 */
int term_event(struct reading *reading, const struct pmu *pmu, const char *name)
{
	char text[PMU_TEXT];

	if (!event_is_name(name) || pmu_text(reading->place->pmus, pmu, "events", name, text))
		return -ENOENT;
	read_unit(reading, pmu, name);
	return set_terms(reading, pmu, text, false);
}

/**
 * term_all() - the terms between the slashes
 * @pmu:	whose they are
 *
 * Return: 0, -EINVAL with a sentence.
 */
int term_all(struct reading *reading, const struct pmu *pmu)
{
	char text[EVENT_NAME];

	strcpy(text, reading->terms);
	return set_terms(reading, pmu, text, true);
}

/* What term_limits() goes through caps/ with. */
struct limits {
	struct reading *reading;
	const struct pmu *pmu;
	int ret;
};

static int check_limit(struct limits *limits, const char *key, uint64_t max)
{
	struct reading *reading = limits->reading;
	char text[PMU_TEXT];
	struct format format;
	uint64_t value;

	/* A format that cannot be read is told to who uses the term. */
	if (read_format(reading, limits->pmu, key, &format, text))
		return 0;
	value = format_get(&format, &reading->event->attr);
	if (value <= max)
		return 0;
	if (!max)
		return reading_refuse(reading,
				      "%s=%" PRIu64 ": %s cannot do this (caps/%s_max is 0)", key,
				      value, limits->pmu->name, key);
	return reading_refuse(reading, "%s=%" PRIu64 ": %s takes %" PRIu64 " at most (caps/%s_max)",
			      key, value, limits->pmu->name, max, key);
}

/* caps/TERM_max, hexadecimal, is the largest value of TERM; 0 if the PMU has it not at all. */
static void visit_cap(void *data, const char *name)
{
	struct limits *limits = data;
	char text[PMU_TEXT], key[PMU_NAME], *end;
	size_t len = strlen(name);
	uint64_t max;

	if (limits->ret || len < 5 || len >= sizeof(key) || strcmp(name + len - 4, "_max") != 0)
		return;
	snprintf(key, sizeof(key), "%.*s", (int)len - 4, name);
	if (pmu_text(limits->reading->place->pmus, limits->pmu, "caps", name, text))
		return;
	max = strtoull(text, &end, 16);
	if (end != text && !*end)
		limits->ret = check_limit(limits, key, max);
}

/**
 * term_limits() - is each term within what the PMU says that it can do?
 *
 * Return: 0, -EINVAL with a sentence.
 */
int term_limits(struct reading *reading, const struct pmu *pmu)
{
	struct limits limits = { .reading = reading, .pmu = pmu };

	pmu_each(reading->place->pmus, pmu, "caps", visit_cap, &limits);
	return limits.ret;
}
