// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * head_user.c - what a description says once: trace, environment, clock, stream
 */
#include "text_user.h"

#include <inttypes.h>

static const char types[] =
	"typealias integer { size = 5; align = 1; signed = false; } := uint5_t;\n"
	"typealias integer { size = 8; align = 8; signed = false; } := uint8_t;\n"
	"typealias integer { size = 32; align = 8; signed = false; } := uint32_t;\n"
	"typealias integer { size = 64; align = 8; signed = false; } := uint64_t;\n\n";

static const char packet_header[] = "\tpacket.header := struct {\n"
				    "\t\tuint32_t magic;\n"
				    "\t\tuint8_t uuid[16];\n"
				    "\t\tuint32_t stream_id;\n"
				    "\t\tuint64_t stream_instance_id;\n"
				    "\t};\n"
				    "};\n\n";

static const char event_header[] = "struct event_header_compact {\n"
				   "\tenum : uint5_t { compact = 0 ... 30, extended = 31 } id;\n"
				   "\tvariant <id> {\n"
				   "\t\tstruct {\n"
				   "\t\t\tuint27_clock_t timestamp;\n"
				   "\t\t} compact;\n"
				   "\t\tstruct {\n"
				   "\t\t\tuint32_t id;\n"
				   "\t\t\tuint64_clock_t timestamp;\n"
				   "\t\t} extended;\n"
				   "\t} v;\n"
				   "} align(8);\n\n";

static void put_uuid(FILE *out, const u8 uuid[16])
{
	unsigned int i;

	for (i = 0; i < 16; i++)
		fprintf(out, "%s%02x", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "", uuid[i]);
}

static void put_text(FILE *out, const char *name, const char *value)
{
	if (!value || !*value)
		return;
	fprintf(out, "\t%s = ", name);
	marker_ctf_put_string(out, value);
	fputs(";\n", out);
}

static void put_trace(FILE *out, const struct marker_ctf_trace *trace)
{
	const u16 one = 1;

	fputs("trace {\n\tmajor = 1;\n\tminor = 8;\n\tuuid = \"", out);
	put_uuid(out, trace->uuid);
	fprintf(out, "\";\n\tbyte_order = %s;\n", *(const u8 *)&one ? "le" : "be");
	fputs(packet_header, out);
}

static void put_env(FILE *out, const struct marker_ctf_trace *trace)
{
	fputs("env {\n", out);
	put_text(out, "domain", trace->domain);
	put_text(out, "hostname", trace->hostname);
	put_text(out, "procname", trace->procname);
	if (trace->vpid)
		fprintf(out, "\tvpid = %-10u;\n", trace->vpid);
	fputs("\ttracer_name = \"marker\";\n\ttracer_major = 0;\n\ttracer_minor = 1;\n", out);
	put_text(out, "trace_creation_datetime", trace->creation);
	put_text(out, "exe", trace->exe);
	put_text(out, "build_id", trace->build_id);
	put_text(out, "clock_source", trace->clock_source);
	fputs("};\n\n", out);
}

/* As wide as any, so that it can be put in place later. */
static void put_number(FILE *out, const char *name, u64 number)
{
	fprintf(out, "\t%s = %-20" PRIu64 ";\n", name, number);
}

void marker_ctf_clock_origin(struct marker_ctf_clock *clock, u64 real_ns, u64 counter)
{
	unsigned __int128 real = (unsigned __int128)real_ns * clock->freq / 1000000000u;

	real = real > counter ? real - counter : 0;
	clock->offset_s = real / clock->freq;
	clock->offset = real % clock->freq;
}

static void put_clock(FILE *out, const struct marker_ctf_clock *clock)
{
	fprintf(out, "clock {\n\tname = \"%s\";\n", clock->name);
	put_text(out, "uuid", clock->uuid);
	put_text(out, "description", clock->description);
	put_number(out, "freq", clock->freq);
	put_number(out, "precision", clock->precision);
	put_number(out, "offset_s", clock->offset_s);
	put_number(out, "offset", clock->offset);
	fputs("\tabsolute = TRUE;\n};\n\n", out);
}

static void put_time(FILE *out, const char *clock, unsigned int size, unsigned int align)
{
	fprintf(out,
		"typealias integer {\n\tsize = %u; align = %u; signed = false;\n"
		"\tmap = clock.%s.value;\n} := uint%u_clock_t;\n\n",
		size, align, clock, size);
}

static void put_stream(FILE *out, bool per_cpu)
{
	fprintf(out,
		"stream {\n\tid = 0;\n\tevent.header := struct event_header_compact;\n"
		"\tpacket.context := struct {\n"
		"\t\tuint64_clock_t timestamp_begin;\n"
		"\t\tuint64_t content_size;\n"
		"\t\tuint64_t packet_size;\n"
		"\t\tuint64_clock_t timestamp_end;\n"
		"\t\tuint64_t packet_seq_num;\n"
		"\t\tuint64_t events_discarded;\n"
		"\t\tuint32_t %s;\n"
		"\t\tuint32_t level;\n"
		"\t};\n};\n\n",
		per_cpu ? "cpu_id" : "tid");
}

int marker_ctf_head(FILE *out, const struct marker_ctf_trace *trace)
{
	fputs("/* CTF 1.8 */\n\n", out);
	fputs(types, out);
	put_trace(out, trace);
	put_env(out, trace);
	put_clock(out, &trace->clock);
	put_time(out, trace->clock.name, MARKER_CTF_TIME_BITS, 1);
	put_time(out, trace->clock.name, 64, 8);
	fputs(event_header, out);
	put_stream(out, trace->domain && !strcmp(trace->domain, "kernel"));
	return ferror(out) ? -EIO : 0;
}
