/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * ctf.h - a marker's arguments as the bytes of an event: the Common Trace Format, 1.8
 *
 * Source: "Common Trace Format (CTF) Specification", v1.8.3, diamon.org/ctf; sections 5 and 6 have the
 * packet and the event, 7 the text that describes them (text.h).
 *
 * A stream file is one packet:
 *
 *	   0	packet header and context: struct marker_ctf_packet, MARKER_CTF_PACKET bytes
 *	  88	event, event, ... up to content_size; each is a header and the marker's fields:
 *
 *	header	short, 4 bytes, id below 31:		long, 13 bytes:
 *		+-----+----------------------+		+-----+---+ +----+ +------+
 *		| id  | low 27 bits of time  |		| 31  | 0 | | id | | time |
 *		+-----+----------------------+		+-----+---+ +----+ +------+
 *		  5	 27			 	  5	3     32      64   bits
 *
 * Everything begins at a byte: no padding, so an int and a pointer are 16 bytes in all.  Byte order is
 * that of the machine.  A short header says the time modulo 2^27, so an event that comes more than that
 * behind the one before it in its stream has a long one.
 *
 *	conversion			in the event
 *	d i c, o u x X			4 bytes; with l ll j z t q: 8
 *	p				8
 *	a e f g, with L too		8, an IEEE 754 double
 *	s				its bytes and a NUL: at most MARKER_CTF_STRING, or the precision's
 *	* in front of one		4 bytes
 *
 * No locks; nothing here is shared but layouts, which do not change.
 */
#ifndef MARKER_CTF_H
#define MARKER_CTF_H

#include <marker/marker.h>

#include "../../marker/os.h"

#define MARKER_CTF_MAGIC     0xc1fc1fc1u
#define MARKER_CTF_FIELDS    12
#define MARKER_CTF_STRING    255 /* bytes of a string, without its NUL */
#define MARKER_CTF_SHORT     4	 /* bytes of a short event header */
#define MARKER_CTF_LONG	     13
#define MARKER_CTF_LONG_ID   31 /* where the id of a short one is */
#define MARKER_CTF_TIME_BITS 27
#define MARKER_CTF_PACKET    88

/**
 * struct marker_ctf_packet - what a stream file begins with; sizes in bits, times in the clock's ticks
 *
 * A writer stores an event, then timestamp_end, then content_size.  Readers go through the fields in their
 * order, so who reads a file that is being written finds an end that is not before the last event.
 */
struct marker_ctf_packet {
	/* the packet's header */
	u32 magic;
	u8 uuid[16];
	u32 stream_id;	     /* 0: there is one kind of stream */
	u64 stream_instance; /* a number of the stream's own: the files of one stream share it */
	/* the packet's context */
	u64 timestamp_begin;
	u64 content_size;
	u64 packet_size;
	u64 timestamp_end;
	u64 packet_seq_num;
	u64 events_discarded; /* of the stream, from its beginning on */
	u32 of;		      /* user: the thread's id; kernel: the CPU */
	u32 level;	      /* user: 0, or what nested events the stream is for */
};

static_assert(sizeof(struct marker_ctf_packet) == MARKER_CTF_PACKET, "the file's format");

/* How a field is copied. */
enum marker_ctf_kind {
	MARKER_CTF_4,
	MARKER_CTF_8,
	MARKER_CTF_DOUBLE,
	MARKER_CTF_LONG_DOUBLE,
	MARKER_CTF_TEXT,
	MARKER_CTF_TEXT_STAR, /* at most as many bytes as the argument before it says */
};

/**
 * struct marker_ctf_layout - what is copied for one marker: made once, when it is connected
 * @nr:		how many fields
 * @kinds:	an enum marker_ctf_kind each
 * @limits:	of a string: how many bytes at most
 * @fixed:	bytes of all that is no string
 * @max:	bytes of the longest event, without its header
 * @words:	integers and pointers only, so that @fixed is @max
 */
struct marker_ctf_layout {
	u8 nr;
	bool words;
	u16 fixed;
	u16 max;
	u8 kinds[MARKER_CTF_FIELDS];
	u8 limits[MARKER_CTF_FIELDS];
};

/**
 * marker_ctf_layout_init() - how a marker's arguments are copied
 * @layout:	filled in
 * @marker:	one whose format is not printf's has no fields
 *
 * Context: any.
 * Return: 0, or -EINVAL for more fields than a marker may have.
 */
int marker_ctf_layout_init(struct marker_ctf_layout *layout, const struct marker_info *marker);

/**
 * marker_ctf_write() - copy a marker's arguments
 * @layout:	of the marker
 * @to:		where; any alignment
 * @room:	how many bytes there are; @layout->max are enough always
 * @args:	used up
 *
 * Context: any, as far as marker_ctf_string() and marker_ctf_double() are.
 * Return: how many bytes were written, or more than @room if there is too little; then what is at @to
 * means nothing.
 */
size_t marker_ctf_write(const struct marker_ctf_layout *layout, u8 *to, size_t room, va_list *args);

/* The header of an event: its bits are filled from the low ones up, on big-endian machines from the high. */
static inline u32 marker_ctf_short(u32 id, u64 time)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	return (u32)time << 5 | id;
#else
	return ((u32)time & ((1u << MARKER_CTF_TIME_BITS) - 1)) | id << MARKER_CTF_TIME_BITS;
#endif
}

/** marker_ctf_long() - a long event header, MARKER_CTF_LONG bytes */
static inline void marker_ctf_long(u8 *to, u32 id, u64 time)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	to[0] = MARKER_CTF_LONG_ID;
#else
	to[0] = MARKER_CTF_LONG_ID << 3;
#endif
	__builtin_memcpy(to + 1, &id, sizeof(id));
	__builtin_memcpy(to + 5, &time, sizeof(time));
}

/* ---- what each world brings: ctf_user.c, ctf_kernel.c ---- */

/**
 * marker_ctf_string() - copy a string that may not be there
 * @to:		@max bytes and one
 * @from:	any address; NULL is recorded as "(null)", what cannot be read as "(unreadable)"
 * @max:	at most so many bytes, at most MARKER_CTF_STRING
 *
 * Context: any.  It does not fault.
 * Return: how many bytes, with the NUL.
 */
size_t marker_ctf_string(u8 *to, const char *from, size_t max);

/** marker_ctf_strings_init() - user space: learn which strings can be read at once; before the first event */
void marker_ctf_strings_init(void);

/**
 * marker_ctf_double() - take a double, or a long double, and copy it as a double
 * @to:		8 bytes
 * @args:	the argument is taken from
 *
 * In the kernel there are none: a word is taken.
 */
void marker_ctf_double(u8 *to, va_list *args);
void marker_ctf_long_double(u8 *to, va_list *args);

#endif
