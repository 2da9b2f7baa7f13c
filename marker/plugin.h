/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * plugin.h - named probes that are not the library's: marker-probe-NAME.so
 */
#ifndef MARKER_PLUGIN_H
#define MARKER_PLUGIN_H

#include "named_probe.h"
#include "os.h"

/** marker_plugin_start() - where they are: MARKER_PROBE_PATH, or NULL for the library's own folder */
void marker_plugin_start(const char *folder);

/**
 * marker_plugin_find() - a probe by name: the library's, one that was loaded, or one that is now
 * @why:	if there is none, a sentence
 *
 * A plug-in stays to the end of the program.
 *
 * Context: the agent's thread, and before it the start-up; no lock held, as the loader's is taken.
 * Return: NULL if there is none that is to be trusted.
 */
const struct marker_named_probe *marker_plugin_find(const char *name, char *why, size_t why_size);

/**
 * marker_plugin_tsan() - is this program built with ThreadSanitizer?
 *
 * That ends a child of fork() that makes a thread, if its parent had several.
 */
bool marker_plugin_tsan(void);

#endif
