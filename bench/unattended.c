// SPDX-License-Identifier: GPL-2.0-only
/*
 * unattended.c - markbench without an agent
 *
 * The agent (marker/agent/agent.c) is a second thread.  With one, what is measured would be a process of two:
 * glibc's shortcuts for a lone thread are gone, text is written another way, and each batch of a patch
 * may interrupt another processor.  What the agent itself costs are goal U1 and lifecycle.rst.
 */
#include "unattended.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/**
 * unattended_begin() - start this program anew with MARKER_CONTROL=off, unless the caller has set it
 * @argv:	main()'s
 */
void unattended_begin(char **argv)
{
	if (getenv("MARKER_CONTROL"))
		return;
	if (!setenv("MARKER_CONTROL", "off", 1))
		execv("/proc/self/exe", argv);
	perror("markbench: measured with an agent, as it cannot be started anew");
}
