/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * command.h - doing what a line asks for
 */
#ifndef MARKER_AGENT_COMMAND_H
#define MARKER_AGENT_COMMAND_H

#include "reply.h"

/**
 * marker_command_execute() - a line, and what is to be said to it
 * @line:	terminated; changed
 * @reply:	empty
 *
 * Context: sleeps; takes marker_named_lock() and os_lock().
 */
void marker_command_execute(char *line, struct marker_reply *reply);

#endif
