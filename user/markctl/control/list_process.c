// SPDX-License-Identifier: GPL-2.0-only
/*
 * list_process.c - markctl list -p PID, list -k: the markers of what runs
 */
#include "user/markctl/control/list_process.h"

#include <stdlib.h>
#include <string.h>

#include "user/markctl/read/columns.h"
#include "user/markctl/command.h"

static const char *const headings[] = {
	"NAME", "KIND", "SITES", "ON", "PROBES", "MISSED", "FORMAT"
};
static const char *const keys[] = { "name", "kinds", "sites", "on", "probes", "missed", "format" };

#define NR_COLS (sizeof(keys) / sizeof(keys[0]))

static int print_text(const struct reply *reply)
{
	struct columns columns = { .nr = NR_COLS, .right = "--rrrr-" };
	size_t i, col;

	for (col = 0; col < NR_COLS; col++)
		columns_add(&columns, headings[col]);
	for (i = 0; i < reply->nr; i++)
		for (col = 0; col < NR_COLS && reply_is(&reply->lines[i], "marker"); col++)
			columns_add(&columns, reply_value(&reply->lines[i], keys[col]));
	return columns_print(&columns, stdout) ? EXIT_SYSTEM : 0;
}

static int print_json(const struct session *session, const struct reply *reply)
{
	json_object *root = json_object_new_object();

	json_object_object_add(root, "version", json_object_new_int(1));
	json_object_object_add(root, "pid",
			       session->pid ? json_object_new_int(session->pid) : NULL);
	json_object_object_add(root, "markers", reply_json_all(reply, "marker"));
	return command_json(root, 0);
}

int list_process(struct session *session)
{
	struct reply reply;
	int ret = session_open(session);

	if (ret)
		return ret;
	ret = session_request(session, "list", &reply);
	if (ret)
		ret = session_fail(session, "list", ret);
	else
		ret = session->json ? print_json(session, &reply) : print_text(&reply);
	reply_free(&reply);
	session_close(session);
	return ret;
}
