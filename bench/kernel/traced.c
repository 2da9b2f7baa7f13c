// SPDX-License-Identifier: GPL-2.0-only
/*
 * traced.c - probes that the function tracer can hook into: compiled with its flags
 */
#include "trap.h"

TRAP_PROBES(trap_probe_ftrace, trap_probes_ftrace);

TRAP_PROBE(trap_probe_ops, 0)
marker_probe_fn *const trap_probes_ops[1] = { trap_probe_ops_0 };
