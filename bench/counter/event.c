// SPDX-License-Identifier: GPL-2.0-only
/*
 * event.c - takes a list of events apart, and finds whose each is
 *
 * A name is looked for in this order, which is perf's: a PMU, if terms follow; a generic event; a
 * raw one; events/ of the PMU of this processor; events/ of the other PMUs.
 */
#include "event.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "exclude.h"
#include "format.h"
#include "generic.h"
#include "internal.h"
#include "near.h"

/**
 * reading_refuse() - say why
 *
 * Return: -EINVAL.
 */
int reading_refuse(struct reading *reading, const char *format, ...)
{
	const char *name = *reading->event->name ? reading->event->name : "empty event";
	int len = snprintf(reading->why, EVENT_WHY, "%s: ", name);
	va_list args;

	va_start(args, format);
	vsnprintf(reading->why + len, EVENT_WHY - (size_t)len, format, args);
	va_end(args);
	return -EINVAL;
}

/** event_is_name() - is a file of events/ an event, and not what another one is measured in? */
bool event_is_name(const char *file)
{
	static const char *const suffixes[] = { ".unit", ".scale", ".per-pkg", ".snapshot" };
	size_t i, len = strlen(file);

	for (i = 0; i < sizeof(suffixes) / sizeof(suffixes[0]); i++) {
		size_t suffix = strlen(suffixes[i]);

		if (len > suffix && !strcmp(file + len - suffix, suffixes[i]))
			return false;
	}
	return true;
}

/** event_offer() - near_offer() of a file of events/, if it is an event */
void event_offer(void *near, const char *name)
{
	if (event_is_name(name))
		near_offer(near, name);
}

static int refuse_unknown(struct reading *reading)
{
	const struct pmus *pmus = reading->place->pmus;
	struct near near = { .wanted = reading->name };
	char text[NEAR_MAX * NEAR_NAME + 16];
	unsigned int i;

	generic_each(PERF_TYPE_HARDWARE, near_offer, &near);
	generic_each(PERF_TYPE_SOFTWARE, near_offer, &near);
	generic_each(PERF_TYPE_HW_CACHE, near_offer, &near);
	for (i = 0; i < pmus->nr; i++) {
		if (reading->has_terms)
			near_offer(&near, pmus->pmu[i].name);
		pmu_each(pmus, &pmus->pmu[i], "events", event_offer, &near);
	}
	near_tell(&near, text, sizeof(text));
	return reading_refuse(reading, "no event %sof this name%s%s",
			      reading->has_terms ? "and no PMU " : "", text,
			      reading->kinds.all ? "" : "; there is no PMU of a processor here");
}

/* The bits of config1 by which arm64 is asked for access from user space. */
static uint64_t access_bit(const struct pmus *pmus, const struct pmu *pmu, const char *term)
{
	struct format format;
	char text[PMU_TEXT];

	if (pmu_text(pmus, pmu, "format", term, text) || format_parse(text, &format) ||
	    format.field != 1)
		return 0;
	return format.mask;
}

static void take_core(struct reading *reading, const struct pmu *pmu)
{
	reading->event->core = true;
	reading->event->user_bit = access_bit(reading->place->pmus, pmu, "rdpmc");
	reading->event->long_bit = access_bit(reading->place->pmus, pmu, "long");
}

/* An event of a PMU: @name is that of a file of events/, NULL if the terms are all there is. */
static int take_pmu(struct reading *reading, const struct pmu *pmu, const char *name)
{
	int ret = place_check_pmu(reading, pmu);

	if (ret)
		return ret;
	reading->event->attr.type = pmu->type;
	strcpy(reading->event->pmu, pmu->name);
	if (pmu->core)
		take_core(reading, pmu);
	if (name)
		ret = term_event(reading, pmu, name);
	if (!ret)
		ret = term_all(reading, pmu);
	return ret ? ret : term_limits(reading, pmu);
}

static int take_generic(struct reading *reading)
{
	const struct pmu *pmu = reading->kinds.core;
	uint32_t type = reading->event->attr.type;
	int ret;

	strcpy(reading->event->pmu, generic_type(type));
	if (exclude_is_clock(&reading->event->attr))
		strcpy(reading->event->unit, "ns");
	if (type != PERF_TYPE_SOFTWARE) {
		ret = place_check_generic(reading);
		if (ret)
			return ret;
		if (pmu)
			take_core(reading, pmu);
	}
	if (!*reading->terms)
		return 0;
	if (type == PERF_TYPE_SOFTWARE || !pmu)
		return reading_refuse(reading, "%s has no terms: %s", reading->name,
				      pmu ? "the kernel counts it itself" :
					    "there is no PMU of a processor here");
	ret = term_all(reading, pmu);
	return ret ? ret : term_limits(reading, pmu);
}

static bool has_event(const struct reading *reading, const struct pmu *pmu)
{
	char text[PMU_TEXT];

	return event_is_name(reading->name) &&
	       !pmu_text(reading->place->pmus, pmu, "events", reading->name, text);
}

/* Who has an event of this name: the PMU of this processor before another, if both have. */
static const struct pmu *find_holder(const struct reading *reading)
{
	const struct pmus *pmus = reading->place->pmus;
	const struct pmu *holder = NULL;
	unsigned int i;

	if (reading->kinds.core && has_event(reading, reading->kinds.core))
		return reading->kinds.core;
	for (i = 0; i < pmus->nr; i++) {
		const struct pmu *pmu = &pmus->pmu[i];

		if ((!holder || (pmu->core && !holder->core)) && has_event(reading, pmu))
			holder = pmu;
	}
	return holder;
}

static int resolve(struct reading *reading)
{
	struct perf_event_attr *attr = &reading->event->attr;
	const struct pmu *pmu = NULL;
	uint64_t config;
	uint32_t type;

	if (reading->has_terms)
		pmu = pmus_find(reading->place->pmus, reading->name);
	if (pmu)
		return take_pmu(reading, pmu, NULL);
	if (generic_find(reading->name, &type, &config)) {
		attr->type = type;
		attr->config = config;
		return take_generic(reading);
	}
	if (!term_raw(reading->name, &config)) {
		attr->type = PERF_TYPE_RAW;
		attr->config = config;
		return take_generic(reading);
	}
	pmu = find_holder(reading);
	return pmu ? take_pmu(reading, pmu, reading->name) : refuse_unknown(reading);
}

/* "NAME/TERMS/MODIFIERS", "NAME:MODIFIERS", and a colon behind the slash too. */
static int cut(struct reading *reading)
{
	const char *text = reading->event->name;
	size_t len = strcspn(text, "/:");
	const char *end = text + len;

	memcpy(reading->name, text, len);
	reading->has_terms = *end == '/';
	if (reading->has_terms) {
		const char *terms = end + 1;

		end = strchr(terms, '/');
		if (!end)
			return reading_refuse(reading, "the second '/' is missing");
		memcpy(reading->terms, terms, (size_t)(end - terms));
		end++;
	}
	if (!len)
		return reading_refuse(reading, "there is no name");
	if (*end == ':' && !*++end)
		return reading_refuse(reading, "no modifier behind ':'");
	strcpy(reading->modifiers, end);
	return 0;
}

static int read_modifiers(struct reading *reading)
{
	int letter = exclude_parse(reading->modifiers, &reading->event->attr);

	if (!letter)
		return 0;
	return reading_refuse(reading, "'%c' is not a modifier here: they are u, k, h, H and G",
			      letter);
}

static int read_event(const struct event_place *place, struct event *event, char *why)
{
	struct reading reading = { .place = place, .event = event, .why = why };
	int ret;

	pmus_kinds(place->pmus, place->cpus, &reading.kinds);
	ret = cut(&reading);
	if (!ret)
		ret = read_modifiers(&reading);
	return ret ? ret : resolve(&reading);
}

/* How long the first event of a list is. */
static size_t event_length(const char *list)
{
	bool inside = false;
	size_t len;

	for (len = 0; list[len] && (inside || list[len] != ','); len++)
		inside ^= list[len] == '/';
	return len;
}

static int add_one(struct events *events, const struct event_place *place, const char *text,
		   size_t len, char why[static EVENT_WHY])
{
	struct event *event = &events->event[events->nr];
	int ret;

	if (events->nr == EVENTS_MAX || len >= EVENT_NAME) {
		snprintf(why, EVENT_WHY, "%.40s: %s", text,
			 len >= EVENT_NAME ? "the event is too long" : "too many events");
		return -EINVAL;
	}
	memset(event, 0, sizeof(*event));
	memcpy(event->name, text, len);
	event->scale = 1;
	event->attr.size = sizeof(event->attr);
	ret = read_event(place, event, why);
	if (!ret)
		events->nr++;
	return ret;
}

/**
 * events_add() - read a list of events, and add them
 * @events:	those before
 * @place:	where they are to be counted
 * @text:	events with commas between them
 * @why:	a sentence that begins with the event, if one is refused
 *
 * Return: 0, -EINVAL if one is refused; those before it are added.
 */
int events_add(struct events *events, const struct event_place *place, const char *text,
	       char why[static EVENT_WHY])
{
	size_t len;
	int ret;

	for (;;) {
		len = event_length(text);
		ret = add_one(events, place, text, len, why);
		if (ret || !text[len])
			return ret;
		text += len + 1;
	}
}
