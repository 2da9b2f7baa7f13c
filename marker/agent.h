/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * agent.h - the thread that others speak to: list, enable, disable, status of a running process
 */
#ifndef MARKER_AGENT_H
#define MARKER_AGENT_H

#include "os.h"

/* Of the protocol: marker-protocol(7). */
#define MARKER_AGENT_VERSION 1

#endif
