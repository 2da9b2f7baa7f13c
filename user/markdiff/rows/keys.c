// SPDX-License-Identifier: GPL-2.0-only
/*
 * The table of sort keys.  Titles, and the order of rows that differ in a key alone, are perf's.
 *
 * perf's "pid" is a thread's number and not its process's; its own manual says so.  tgid, which
 * newer perfs have, is the process; tid and since are ours.
 */
#include "user/markdiff/rows/keys.h"

#include <stdio.h>
#include <string.h>

#define OF_SAMPLE(name, title, kind, tag)              \
	{                                              \
		name, NULL, title, kind, tag, 0, false \
	}

static const struct key_info keys[NR_KEYS] = {
	[KEY_DSO] = { "dso", NULL, "Shared Object", KEY_IS_DSO, TAG_NONE, 0, false },
	[KEY_SYMBOL] = { "symbol", "sym", "Symbol", KEY_IS_SYMBOL, TAG_NONE, KEY_NEEDS_SYMBOL,
			 false },
	[KEY_COMM] = OF_SAMPLE("comm", "Command", KEY_IS_TEXT, TAG_COMM),
	[KEY_PID] = OF_SAMPLE("pid", "    Pid:Command", KEY_IS_NUMBER, TAG_TID),
	[KEY_TGID] = OF_SAMPLE("tgid", "   Tgid:Command", KEY_IS_NUMBER, TAG_PID),
	[KEY_TID] = { "tid", NULL, "    Tid", KEY_IS_NUMBER, TAG_TID, 0, true },
	[KEY_CPU] = { "cpu", NULL, "CPU", KEY_IS_NUMBER, TAG_CPU, 0, true },
	[KEY_SOCKET] = { "socket", NULL, "Socket", KEY_IS_NUMBER, TAG_SOCKET, 0, true },
	[KEY_SRCLINE] = { "srcline", NULL, "Source:Line", KEY_IS_TEXT, TAG_NONE, KEY_NEEDS_LINE,
			  false },
	[KEY_SRCFILE] = { "srcfile", NULL, "Source File", KEY_IS_TEXT, TAG_NONE, KEY_NEEDS_LINE,
			  false },
	[KEY_SYMBOL_SIZE] = { "symbol_size", NULL, "Symbol size", KEY_IS_NUMBER, TAG_NONE,
			      KEY_NEEDS_SIZE, true },
	[KEY_DSO_SIZE] = { "dso_size", NULL, "DSO size", KEY_IS_NUMBER, TAG_MAP_SIZE, 0, true },
	[KEY_CGROUP] = OF_SAMPLE("cgroup", "Cgroup", KEY_IS_TEXT, TAG_CGROUP),
	[KEY_CGROUP_ID] =
		OF_SAMPLE("cgroup_id", "cgroup id (dev/inode)", KEY_IS_TEXT, TAG_CGROUP_ID),
	[KEY_TIME] = OF_SAMPLE("time", "Time", KEY_IS_NUMBER, TAG_TIME),
	[KEY_SINCE] = OF_SAMPLE("since", "Since start", KEY_IS_NUMBER, TAG_SINCE),
	[KEY_ADDR] = OF_SAMPLE("addr", "Address", KEY_IS_NUMBER, TAG_IP),
	[KEY_LOCAL_WEIGHT] =
		OF_SAMPLE("local_weight", "Local Weight", KEY_IS_NUMBER_DOWN, TAG_WEIGHT),
	[KEY_WEIGHT] = OF_SAMPLE("weight", "Weight", KEY_IS_NUMBER_DOWN, TAG_WEIGHT),
	[KEY_TRANSACTION] = OF_SAMPLE("transaction", "Transaction                ",
				      KEY_IS_NUMBER_DOWN, TAG_TRANSACTION),
	[KEY_CODE_PAGE_SIZE] =
		OF_SAMPLE("code_page_size", "Code Page Size", KEY_IS_NUMBER, TAG_CODE_PAGE_SIZE),
	[KEY_LOCAL_INS_LAT] =
		OF_SAMPLE("local_ins_lat", "Local INSTR Latency", KEY_IS_NUMBER_DOWN, TAG_INS_LAT),
	[KEY_INS_LAT] = OF_SAMPLE("ins_lat", "INSTR Latency", KEY_IS_NUMBER_DOWN, TAG_INS_LAT),
	[KEY_LOCAL_P_STAGE_CYC] = OF_SAMPLE("local_p_stage_cyc", "Local Pipeline Stage Cycle",
					    KEY_IS_NUMBER_DOWN, TAG_P_STAGE_CYC),
	[KEY_P_STAGE_CYC] = OF_SAMPLE("p_stage_cyc", "Pipeline Stage Cycle", KEY_IS_NUMBER_DOWN,
				      TAG_P_STAGE_CYC),
	[KEY_PARENT] = { "parent", NULL, "Parent symbol", KEY_IS_TEXT, TAG_NONE, KEY_NEEDS_SYMBOL,
			 false },
	[KEY_IPC_NULL] = { "ipc_null", NULL, "IPC   [IPC Coverage]", KEY_IS_SYMBOL, TAG_NONE,
			   KEY_NEEDS_SYMBOL, false },
	[KEY_TRACE] = OF_SAMPLE("trace", "Trace output", KEY_IS_TEXT, TAG_TRACE),
	[KEY_OVERHEAD] = { "overhead", NULL, "Overhead", KEY_IS_FIGURE, TAG_NONE, 0, true },
	[KEY_SAMPLE] = { "sample", NULL, "     Samples", KEY_IS_FIGURE, TAG_NONE, 0, true },
	[KEY_PERIOD] = { "period", NULL, "      Period", KEY_IS_FIGURE, TAG_NONE, 0, true },
};

const struct key_info *key_info(enum key key)
{
	return &keys[key];
}

enum key key_find(const char *name)
{
	enum key key;

	for (key = 0; key < NR_KEYS; key++)
		if (!strcmp(keys[key].name, name) ||
		    (keys[key].other_name && !strcmp(keys[key].other_name, name)))
			break;
	return key;
}

void keys_list(char *text, size_t size)
{
	size_t at = 0;

	for (enum key key = 0; key < NR_KEYS && at < size; key++)
		at += snprintf(text + at, size - at, "%s%s", key ? " " : "", keys[key].name);
}
