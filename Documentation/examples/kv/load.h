/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * load.h - a client that makes the same requests each time
 *
 * The requests follow from the seed alone, and one batch of them is under way at a time, so the
 * server does the same work in the same order in every run.
 */
#ifndef KV_LOAD_H
#define KV_LOAD_H

#include <stdint.h>
#include <sys/socket.h>
#include <sys/un.h>

struct load_options {
	struct sockaddr_un addr;
	socklen_t addr_len;
	unsigned long requests;
	unsigned int connections;
	unsigned int batch; /* requests sent before their answers are read */
	unsigned int keys;  /* how many different ones */
	uint64_t seed;
};

struct load_stats {
	unsigned long gets, sets, dels;
	unsigned long values, nones, oks, errors; /* answers */
};

/** load_run() - make the requests; 0 or -errno */
int load_run(const struct load_options *options, struct load_stats *stats);

#endif
