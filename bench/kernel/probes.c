// SPDX-License-Identifier: GPL-2.0-only
/*
 * probes.c - the bench's probes, compiled as this folder is: marker.ko has copies of its own
 */
#include "../../probes/bench.c"
