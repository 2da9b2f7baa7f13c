/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * plugin.h - between the programs that load plugins and the plugins
 */
#ifndef PLUGIN_H
#define PLUGIN_H

/* Of the program: called by nobody but the plugin's own probe. */
extern unsigned long plugin_probe_hits;

typedef int plugin_call(int value);

#endif
