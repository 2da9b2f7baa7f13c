// SPDX-License-Identifier: GPL-2.0-only
/*
 * json_check.c - is each file one value of JSON, and nothing else?  json-c judges, in its strict mode.
 */
#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>

static int check(const char *path)
{
	struct json_tokener *tokener = json_tokener_new();
	struct json_object *object = NULL;
	enum json_tokener_error error;
	FILE *file = fopen(path, "r");
	char *text = NULL;
	size_t room = 0;
	ssize_t length = file ? getdelim(&text, &room, '\0', file) : -1;

	json_tokener_set_flags(tokener, JSON_TOKENER_STRICT);
	if (length > 0)
		object = json_tokener_parse_ex(tokener, text, length);
	error = json_tokener_get_error(tokener);
	if (!object)
		printf("%s: %s\n", path, json_tokener_error_desc(error));
	length = object ? 0 : 1;
	json_object_put(object);
	json_tokener_free(tokener);
	free(text);
	if (file)
		fclose(file);
	return length;
}

int main(int argc, char **argv)
{
	int bad = argc < 2;

	while (--argc)
		bad |= check(argv[argc]);
	return bad;
}
