/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * list_process.h - markctl list without files: what runs
 */
#ifndef MARKCTL_LIST_PROCESS_H
#define MARKCTL_LIST_PROCESS_H

#include "user/markctl/control/session.h"

/** list_process() - the markers of a process, or of the kernel; an exit status */
int list_process(struct session *session);

/** list_processes() - all processes of this user that have an agent; an exit status */
int list_processes(bool json);

#endif
