/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * lttng_session.h - recording with LTTng-UST: the daemon, a session of each mode, the provider
 */
#ifndef BENCH_LTTNG_SESSION_H
#define BENCH_LTTNG_SESSION_H

#include <stddef.h>

#include "record/loops.h"

const struct lttng_loops *lttng_session_open(char *why, size_t len);

#endif
