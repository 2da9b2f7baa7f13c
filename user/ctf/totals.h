/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * totals.h - how much a trace of ours holds (counts.h)
 */
#ifndef CTF_TOTALS_H
#define CTF_TOTALS_H

#include <stdbool.h>
#include <stdint.h>

struct ctf_totals {
	uint64_t events;
	uint64_t bytes; /* of packets, without the room that is left in them */
	uint64_t discarded;
	bool counted; /* false: @events are not known, something is not as we write it */
};

/** ctf_totals_read() - of one trace; 0, -EINVAL if it is not ours, -ENOMEM, or of the system */
int ctf_totals_read(const char *trace, struct ctf_totals *totals);

#endif
