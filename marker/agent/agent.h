/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * agent.h - the thread that others speak to: list, enable, disable, status of a running process
 */
#ifndef MARKER_AGENT_H
#define MARKER_AGENT_H

#include "../os.h"

/* Of the protocol: marker-protocol(7). */
#define MARKER_AGENT_VERSION 1

/**
 * marker_agent_start() - once, before main
 * @runtime_dir:	XDG_RUNTIME_DIR or NULL
 *
 * Makes the socket and the thread.  What fails leaves the program without an agent.
 */
void marker_agent_start(const char *runtime_dir);

/** marker_agent_finish() - at exit: nobody finds it any more.  Waits for nothing */
void marker_agent_finish(void);

/** marker_agent_forked() - in the child: an agent of its own, if the parent had one */
void marker_agent_forked(void);

#endif
