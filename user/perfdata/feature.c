// SPDX-License-Identifier: GPL-2.0-only
/*
 * What is said beside the records: the sections after them, or (in a stream) records of the same
 * content.  The table of sections has an { offset, size } for each bit that is set, in the order of
 * the bits, known or not.  All of them are optional: what is damaged or unknown is left out and the
 * samples are used all the same.
 */
#include <errno.h>
#include <stdlib.h>

#include "user/lib/array.h"
#include "user/perfdata/internal.h"

#define MAX_SECTION ((uint64_t)256 << 20)
#define MAX_WORDS   (1 << 15) /* of a command line; the rest is left out */

static const struct {
	int bit;
	size_t offset;
} texts[] = {
	{ FEATURE_HOSTNAME, offsetof(struct perfdata_info, hostname) },
	{ FEATURE_OS_RELEASE, offsetof(struct perfdata_info, os_release) },
	{ FEATURE_VERSION, offsetof(struct perfdata_info, version) },
	{ FEATURE_ARCH, offsetof(struct perfdata_info, arch) },
	{ FEATURE_CPU_DESC, offsetof(struct perfdata_info, cpu_desc) },
	{ FEATURE_CPU_ID, offsetof(struct perfdata_info, cpu_id) },
};

static int take_text(struct perfdata *pd, int bit, struct cursor c)
{
	const char *text = cursor_sized_string(&c);

	for (size_t i = 0; text && i < sizeof(texts) / sizeof(texts[0]); i++)
		if (texts[i].bit == bit)
			return strings_add(&pd->strings, text,
					   (const char **)((char *)&pd->info + texts[i].offset));
	return 0;
}

static int add_word(struct perfdata *pd, const char *word)
{
	if (array_room(pd->words, pd->info.nr_words, pd->cap_words))
		return -ENOMEM;
	pd->info.words = pd->words;
	return strings_add(&pd->strings, word, &pd->words[pd->info.nr_words++]);
}

/* CMDLINE: u32 nr, then the arguments. */
static int take_cmdline(struct perfdata *pd, struct cursor c)
{
	char *line = malloc(cursor_left(&c) + 1);
	size_t length = 0, size;
	const char *word;
	uint32_t nr;
	int err = 0;

	if (!line)
		return -ENOMEM;
	if (!cursor_u32(&c, &nr))
		nr = 0;
	/* A word takes at least four bytes more than its text: the line cannot be longer. */
	pd->info.nr_words = 0;
	while (!err && nr-- && pd->info.nr_words < MAX_WORDS && (word = cursor_sized_string(&c))) {
		size = strlen(word);
		if (length)
			line[length++] = ' ';
		memcpy(line + length, word, size);
		length += size;
		err = add_word(pd, word);
	}
	if (!err && length)
		err = strings_add_part(&pd->strings, line, length, &pd->info.cmdline);
	free(line);
	return err;
}

static void take_numbers(struct perfdata_info *info, int bit, struct cursor c)
{
	uint32_t version, type;

	switch (bit) {
	case FEATURE_NR_CPUS:
		cursor_u32(&c, &info->nr_cpus_available);
		cursor_u32(&c, &info->nr_cpus_online);
		break;
	case FEATURE_TOTAL_MEM:
		cursor_u64(&c, &info->total_memory_kb);
		break;
	case FEATURE_BRANCH_STACK:
		info->has_branch_stacks = true;
		break;
	case FEATURE_SAMPLE_TIME:
		cursor_u64(&c, &info->first_sample);
		cursor_u64(&c, &info->last_sample);
		break;
	case FEATURE_CLOCKID:
		cursor_u64(&c, &info->clock_resolution_ns);
		break;
	case FEATURE_COMPRESSED:
		if (cursor_u32(&c, &version) && cursor_u32(&c, &type) &&
		    cursor_u32(&c, &info->compression_level))
			cursor_u32(&c, &info->compression_ratio);
		break;
	case FEATURE_CLOCK_DATA:
		if (cursor_u32(&c, &version) && cursor_u32(&c, &info->clock_id) &&
		    cursor_u64(&c, &info->clock_wall_ns))
			cursor_u64(&c, &info->clock_ns);
		break;
	}
}

static int take_feature(struct perfdata *pd, int bit, struct cursor c)
{
	switch (bit) {
	case FEATURE_BUILD_ID:
		return build_id_section(pd, c);
	case FEATURE_EVENT_DESC:
		return event_descriptions(pd, c);
	case FEATURE_GROUP_DESC:
		return event_groups(pd, c);
	case FEATURE_PMU_MAPPINGS:
		return event_pmus(pd, c);
	case FEATURE_CPU_TOPOLOGY:
		return topology_read(pd, c);
	case FEATURE_CMDLINE:
		return take_cmdline(pd, c);
	case FEATURE_HOSTNAME:
	case FEATURE_OS_RELEASE:
	case FEATURE_VERSION:
	case FEATURE_ARCH:
	case FEATURE_CPU_DESC:
	case FEATURE_CPU_ID:
		return take_text(pd, bit, c);
	default:
		take_numbers(&pd->info, bit, c);
		pd->counts.unknown_features += bit > FEATURE_LAST;
		return 0;
	}
}

/* HEADER_FEATURE: u64 bit, then what the section would have. */
int feature_record(struct perfdata *pd, const struct record *record)
{
	struct cursor c = record->body;
	uint64_t bit;

	if (!cursor_u64(&c, &bit) || bit >= NR_FEATURES)
		return 0;
	return take_feature(pd, bit, c);
}

/* Those whose content is not looked at need not be read. */
static bool is_wanted(int bit)
{
	switch (bit) {
	case FEATURE_BUILD_ID:
	case FEATURE_HOSTNAME ... FEATURE_CPU_TOPOLOGY:
	case FEATURE_PMU_MAPPINGS:
	case FEATURE_GROUP_DESC:
	case FEATURE_SAMPLE_TIME:
	case FEATURE_CLOCKID:
	case FEATURE_COMPRESSED:
	case FEATURE_CLOCK_DATA:
		return true;
	default:
		return false;
	}
}

static int read_section(struct perfdata *pd, int bit, const struct section *section)
{
	uint8_t *bytes;
	int err;

	if (!is_wanted(bit))
		return take_feature(pd, bit, (struct cursor){ NULL, NULL, pd->swap });
	err = input_load(&pd->inputs[0], section, MAX_SECTION, &bytes);
	if (err)
		return err;
	if (bytes)
		err = take_feature(pd, bit,
				   (struct cursor){ bytes, bytes + section->size, pd->swap });
	free(bytes);
	return err;
}

static int read_table(struct perfdata *pd, struct cursor c)
{
	struct section section;
	int bit, err = 0;

	for (bit = 0; bit < NR_FEATURES && !err; bit++) {
		if (!(pd->features[bit / 64] >> bit % 64 & 1))
			continue;
		if (!cursor_u64(&c, &section.offset) || !cursor_u64(&c, &section.size))
			break;
		if (pd->damage == PERFDATA_WHOLE &&
		    (section.offset > pd->inputs[0].size ||
		     section.size > pd->inputs[0].size - section.offset)) {
			pd->damage = PERFDATA_TRUNCATED;
			pd->damage_offset = pd->inputs[0].size;
		}
		if (bit == FEATURE_TRACING_DATA)
			pd->tracing.section = section;
		err = read_section(pd, bit, &section);
	}
	return err;
}

int features_read(struct perfdata *pd)
{
	uint8_t *bytes;
	int err = input_load(&pd->inputs[0], &pd->feature_table,
			     NR_FEATURES * sizeof(struct section), &bytes);

	if (!err && bytes)
		err = read_table(pd, (struct cursor){ bytes, bytes + pd->feature_table.size,
						      pd->swap });
	free(bytes);
	return err;
}
