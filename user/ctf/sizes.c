// SPDX-License-Identifier: GPL-2.0-only
/*
 * sizes.c - names and sizes of events, from lines as probes/ctf/text_user.c writes them
 *
 *	(a comment) format: "n %d text %s"
 *	event {
 *		name = "tick";
 *		id = 3;
 *		fields := struct {
 *			integer { size = 32; ... } n;
 *			string { encoding = UTF8; } text;
 *		};
 *	};
 */
#include "sizes.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define IDS_MAX (1u << 20)

/* What is being read. */
struct reading {
	struct ctf_sizes *sizes;
	struct ctf_event_size event;
	char *format; /* of the event that comes */
	long id;      /* -1: not seen */
	bool in_event;
	bool in_fields;
};

static bool begins(const char *line, const char *with)
{
	return !strncmp(line, with, strlen(with));
}

/* What put_char() has escaped. */
static char unescape(const char **at)
{
	const char *c = *at;
	unsigned int value = 0, digits;

	*at += 2;
	if (c[1] == 'n')
		return '\n';
	if (c[1] == 't')
		return '\t';
	for (digits = 0; digits < 3 && c[1 + digits] >= '0' && c[1 + digits] <= '7'; digits++)
		value = value * 8 + c[1 + digits] - '0';
	if (!digits)
		return c[1];
	*at = c + 1 + digits;
	return (char)value;
}

/* The string that is in a line, to be freed; NULL if there is no memory. */
static char *take_string(const char *line)
{
	const char *at = strchr(line, '"');
	char *text = malloc(strlen(line) + 1), *to = text;

	if (!text)
		return NULL;
	for (at = at ? at + 1 : ""; *at && *at != '"';) {
		if (*at == '\\' && at[1])
			*to++ = unescape(&at);
		else
			*to++ = *at++;
	}
	*to = '\0';
	return text;
}

static void free_event(struct ctf_event_size *event)
{
	free(event->name);
	free(event->format);
	*event = (struct ctf_event_size){ .name = NULL };
}

/* A number that comes twice, which is none of ours, is what it was last. */
static int store(struct reading *reading)
{
	struct ctf_sizes *sizes = reading->sizes;
	size_t id = reading->id, nr = sizes->nr;
	struct ctf_event_size *grown;

	if (reading->id < 0 || reading->id >= IDS_MAX)
		return -EINVAL;
	if (id >= nr) {
		nr = 2 * id + 32;
		grown = realloc(sizes->events, nr * sizeof(*grown));
		if (!grown)
			return -ENOMEM;
		memset(grown + sizes->nr, 0, (nr - sizes->nr) * sizeof(*grown));
		sizes->events = grown;
		sizes->nr = nr;
	}
	reading->event.known = true;
	free_event(&sizes->events[id]);
	sizes->events[id] = reading->event;
	reading->event = (struct ctf_event_size){ .name = NULL };
	reading->in_event = false;
	return 0;
}

static int read_field(struct reading *reading, const char *line)
{
	struct ctf_event_size *event = &reading->event;

	if (begins(line, "integer { size = 32;"))
		event->words[event->strings] += 4;
	else if (begins(line, "integer { size = 64;") || begins(line, "floating_point {"))
		event->words[event->strings] += 8;
	else if (begins(line, "string ") && event->strings < MARKER_CTF_FIELDS)
		event->strings++;
	else
		return -EINVAL;
	return 0;
}

static int begin_event(struct reading *reading)
{
	free_event(&reading->event);
	reading->event.format = reading->format ? reading->format : strdup("");
	reading->event.name = strdup("");
	reading->format = NULL;
	reading->id = -1;
	reading->in_event = true;
	reading->in_fields = false;
	return reading->event.name && reading->event.format ? 0 : -ENOMEM;
}

static int read_outside(struct reading *reading, const char *line)
{
	if (begins(line, "event {"))
		return begin_event(reading);
	if (!begins(line, "/* format: "))
		return 0;
	free(reading->format);
	reading->format = take_string(line);
	return reading->format ? 0 : -ENOMEM;
}

static int read_inside(struct reading *reading, const char *line)
{
	if (begins(line, "}"))
		return store(reading);
	if (begins(line, "id = "))
		reading->id = strtol(line + 5, NULL, 10);
	reading->in_fields = begins(line, "fields := struct {");
	if (!begins(line, "name = "))
		return 0;
	free(reading->event.name);
	reading->event.name = take_string(line);
	return reading->event.name ? 0 : -ENOMEM;
}

static int read_line(struct reading *reading, const char *line)
{
	line += strspn(line, "\t ");
	if (!reading->in_event)
		return read_outside(reading, line);
	if (!reading->in_fields)
		return read_inside(reading, line);
	if (!begins(line, "}"))
		return read_field(reading, line);
	reading->in_fields = false;
	return 0;
}

int ctf_sizes_read(struct ctf_sizes *sizes, FILE *metadata)
{
	struct reading reading = { .sizes = sizes };
	char *line = NULL;
	size_t room = 0;
	int err = 0;

	*sizes = (struct ctf_sizes){ NULL, 0 };
	while (!err && getline(&line, &room, metadata) > 0)
		err = read_line(&reading, line);
	free_event(&reading.event);
	free(reading.format);
	free(line);
	return err;
}

void ctf_sizes_free(struct ctf_sizes *sizes)
{
	size_t i;

	for (i = 0; i < sizes->nr; i++)
		free_event(&sizes->events[i]);
	free(sizes->events);
	*sizes = (struct ctf_sizes){ NULL, 0 };
}

/* Of a payload; more than @left if it is not all there. */
static size_t payload(const struct ctf_event_size *event, const uint8_t *data, size_t left)
{
	size_t at = event->words[0];
	const uint8_t *end;
	unsigned int i;

	for (i = 0; i < event->strings; i++) {
		end = at < left ? memchr(data + at, 0, left - at) : NULL;
		if (!end)
			return left + 1;
		at = end + 1 - data + event->words[i + 1];
	}
	return at;
}

/* In the byte order of this machine, as the packet's head. */
static uint32_t id_at(const uint8_t *data, size_t left, size_t *head)
{
	const uint8_t first = data[0];
	uint32_t id = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? first & 31 : first >> 3;

	*head = id == MARKER_CTF_LONG_ID ? MARKER_CTF_LONG : MARKER_CTF_SHORT;
	if (id == MARKER_CTF_LONG_ID && left >= MARKER_CTF_LONG)
		memcpy(&id, data + 1, sizeof(id));
	return id;
}

ssize_t ctf_sizes_walk(const struct ctf_sizes *sizes, const uint8_t *data, size_t size,
		       uint64_t *counts)
{
	size_t at, head, length;
	uint32_t id;

	for (at = 0; at < size; at += length) {
		id = id_at(data + at, size - at, &head);
		if (head > size - at)
			break;
		if (id >= sizes->nr || !sizes->events[id].known)
			return -EINVAL;
		length = head + payload(&sizes->events[id], data + at + head, size - at - head);
		if (length > size - at)
			break;
		counts[id]++;
	}
	return at;
}
