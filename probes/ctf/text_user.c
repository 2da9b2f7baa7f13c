// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * text_user.c - the description of markers' events in TSDL: names, types, strings
 *
 * head_user.c has what is said once for a trace.
 */
#include "text_user.h"

/* CTF 1.8.3, appendix C.1: words that cannot be names. */
static const char *const keywords[] = {
	"align",   "callsite", "char",	  "clock",	    "const",  "double",	  "enum",
	"env",	   "event",    "float",	  "floating_point", "int",    "integer",  "long",
	"short",   "signed",   "stream",  "string",	    "struct", "trace",	  "typealias",
	"typedef", "unsigned", "variant", "void",	    "_Bool",  "_Complex", "_Imaginary",
};

static bool is_keyword(const char *name)
{
	unsigned int i;

	for (i = 0; i < sizeof(keywords) / sizeof(keywords[0]); i++)
		if (!strcmp(keywords[i], name))
			return true;
	return false;
}

/* Octal: a hexadecimal escape has no end of its own.  A slash ends no comment then, nor begins one. */
static void put_char(FILE *out, unsigned char c)
{
	if (c == '"' || c == '\\')
		fprintf(out, "\\%c", c);
	else if (c == '\n')
		fputs("\\n", out);
	else if (c == '\t')
		fputs("\\t", out);
	else if (c < ' ' || c == 0x7f)
		fprintf(out, "\\%03o", c);
	else
		fputc(c, out);
}

void marker_ctf_put_string(FILE *out, const char *text)
{
	fputc('"', out);
	for (; *text; text++)
		put_char(out, *text);
	fputc('"', out);
}

static void put_comment(FILE *out, const char *text)
{
	fputs("/* format: \"", out);
	for (; *text; text++) {
		if (*text == '/')
			fputs("\\057", out);
		else
			put_char(out, *text);
	}
	fputs("\" */\n", out);
}

static bool is_taken(const struct marker_ctf_names *names, unsigned int nr, const char *name)
{
	unsigned int i;

	for (i = 0; i < nr; i++)
		if (!strcmp(names->name[i], name))
			return true;
	return false;
}

static void first_choice(char *name, const struct marker_field *field, unsigned int i)
{
	int len = field->name_len < MARKER_CTF_NAME ? field->name_len : MARKER_CTF_NAME;

	if (field->name)
		snprintf(name, MARKER_CTF_NAME_ROOM, "%.*s", len, field->name);
	else
		snprintf(name, MARKER_CTF_NAME_ROOM, "arg%u", i);
}

void marker_ctf_name_fields(struct marker_ctf_names *names, const struct marker_info *marker)
{
	char first[MARKER_CTF_NAME_ROOM];
	unsigned int i, again;

	for (i = 0; i < marker->nfields && i < MARKER_CTF_FIELDS; i++) {
		first_choice(first, &marker->fields[i], i);
		strcpy(names->name[i], first);
		for (again = 2; is_taken(names, i, names->name[i]); again++)
			snprintf(names->name[i], MARKER_CTF_NAME_ROOM, "%.*s_%u", MARKER_CTF_NAME,
				 first, again);
	}
}

static void put_name(FILE *out, const char *name)
{
	bool escape = name[0] == '_' || (name[0] >= '0' && name[0] <= '9') || is_keyword(name);

	fprintf(out, "%s%s", escape ? "_" : "", name);
}

/* The letter of a conversion: what is behind its flags, numbers and lengths. */
static char letter_of(const char *percent)
{
	return percent[1 + strspn(percent + 1, "-+ #0'I*.123456789hljztqL")];
}

static unsigned int base_of(char letter)
{
	switch (letter) {
	case 'x':
	case 'X':
	case 'p':
		return 16;
	case 'o':
		return 8;
	}
	return 10;
}

static void put_integer(FILE *out, unsigned int bits, bool is_signed, unsigned int base)
{
	fprintf(out, "integer { size = %u; align = 8; signed = %s; base = %u; }", bits,
		is_signed ? "true" : "false", base);
}

/* A star is an int, whatever the conversion that it belongs to. */
static void put_type(FILE *out, const struct marker_info *marker, const struct marker_field *field)
{
	unsigned int base = base_of(letter_of(marker->format + field->conversion));

	switch (field->type) {
	case MARKER_INT:
		put_integer(out, 32, true, 10);
		break;
	case MARKER_UINT:
		put_integer(out, 32, false, base);
		break;
	case MARKER_LONG:
		put_integer(out, 64, true, 10);
		break;
	case MARKER_ULONG:
	case MARKER_POINTER:
		put_integer(out, 64, false, base);
		break;
	case MARKER_DOUBLE:
	case MARKER_LONG_DOUBLE:
		fputs("floating_point { exp_dig = 11; mant_dig = 53; align = 8; }", out);
		break;
	case MARKER_STRING:
		fputs("string { encoding = UTF8; }", out);
		break;
	}
}

static void put_fields(FILE *out, const struct marker_info *marker)
{
	struct marker_ctf_names names;
	unsigned int i;

	marker_ctf_name_fields(&names, marker);
	for (i = 0; i < marker->nfields; i++) {
		fputs("\t\t", out);
		put_type(out, marker, &marker->fields[i]);
		fputc(' ', out);
		put_name(out, names.name[i]);
		fputs(";\n", out);
	}
}

int marker_ctf_event(FILE *out, u32 id, u32 stream, const struct marker_info *marker)
{
	if (marker->nfields > MARKER_CTF_FIELDS)
		return -EINVAL;
	put_comment(out, marker->format);
	fputs("event {\n\tname = ", out);
	marker_ctf_put_string(out, marker->name);
	fprintf(out, ";\n\tid = %u;\n\tstream_id = %u;\n\tfields := struct {\n", id, stream);
	if (marker->fields)
		put_fields(out, marker);
	fputs("\t};\n};\n\n", out);
	return ferror(out) ? -EIO : 0;
}
