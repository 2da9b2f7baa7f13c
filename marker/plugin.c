// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * plugin.c - loading probes
 *
 * The file is opened, looked at, and loaded by its descriptor, so that what is loaded is what was looked
 * at.  libmarker.a has plugin_none.c in the place of this: a static program cannot load anything.
 *
 * Locking: none; the start-up comes before the agent, and both are one thread.
 */
#include "plugin.h"

#include "named_user.h"
#include "trusted_path.h"

#include <dlfcn.h>
#include <limits.h>
#include <unistd.h>

#define NAME_MAX_LEN 32
#define PLUGINS_MAX  64

struct plugin {
	struct plugin *next;
	char name[NAME_MAX_LEN + 1];
	struct marker_named_probe probe;
};

static struct plugin *plugins;
static unsigned int nr_loaded;
static char folder[PATH_MAX];

/* lib/libmarker.so.0 has lib/marker/probes. */
static void find_own_folder(void)
{
	Dl_info info;
	const char *slash;

	if (!dladdr(&plugins, &info) || !info.dli_fname)
		return;
	slash = strrchr(info.dli_fname, '/');
	if (slash)
		snprintf(folder, sizeof(folder), "%.*s/marker/probes",
			 (int)(slash - info.dli_fname), info.dli_fname);
}

void marker_plugin_start(const char *path)
{
	if (path && strlen(path) < sizeof(folder))
		strcpy(folder, path);
}

static const struct marker_named_probe *find_loaded(const char *name)
{
	const struct plugin *plugin;

	for (plugin = plugins; plugin; plugin = plugin->next)
		if (!strcmp(plugin->name, name))
			return &plugin->probe;
	return marker_named_find(name);
}

static bool is_name(const char *name)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789_-";

	return *name && strlen(name) <= NAME_MAX_LEN && strspn(name, letters) == strlen(name);
}

/*
 * The loader takes a path that it has loaded for the same file, and descriptors are used again: so each
 * path has one slash more.
 */
static void *load_descriptor(int fd)
{
	char path[64 + PLUGINS_MAX];
	unsigned int i;
	int len = snprintf(path, sizeof(path), "/proc/self/fd/");

	for (i = 0; i < nr_loaded; i++)
		path[len++] = '/';
	snprintf(path + len, sizeof(path) - len, "%d", fd);
	nr_loaded++;
	return dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

static const struct marker_plugin *open_entry(int fd, void **handle, char *why, size_t why_size)
{
	const struct marker_plugin *entry;

	*handle = load_descriptor(fd);
	if (!*handle) {
		snprintf(why, why_size, "%s", dlerror());
		return NULL;
	}
	entry = dlsym(*handle, "marker_probe_entry");
	if (entry && entry->version == MARKER_PLUGIN_VERSION && entry->probe.func)
		return entry;
	snprintf(why, why_size, "it has no marker_probe_entry of version %d",
		 MARKER_PLUGIN_VERSION);
	dlclose(*handle);
	return NULL;
}

/* One that was built when the structure was shorter has nothing in the rest. */
static const struct marker_named_probe *add(const char *name, const struct marker_plugin *entry)
{
	struct plugin *plugin = os_alloc(sizeof(*plugin));
	size_t size = sizeof(plugin->probe);

	if (!plugin)
		return NULL;
	memcpy(&plugin->probe, &entry->probe, entry->size < size ? entry->size : size);
	strcpy(plugin->name, name);
	plugin->probe.name = plugin->name;
	plugin->next = plugins;
	plugins = plugin;
	return &plugin->probe;
}

static const struct marker_named_probe *load_file(int fd, const char *name, char *why,
						  size_t why_size)
{
	const struct marker_named_probe *probe;
	const struct marker_plugin *entry;
	void *handle;

	entry = open_entry(fd, &handle, why, why_size);
	if (!entry)
		return NULL;
	probe = add(name, entry);
	if (!probe) {
		snprintf(why, why_size, "%s", strerror(ENOMEM));
		dlclose(handle);
	}
	return probe;
}

static const struct marker_named_probe *load(const char *name, char *why, size_t why_size)
{
	const struct marker_named_probe *probe = NULL;
	char file[64];
	int dir, fd;

	if (!folder[0])
		find_own_folder();
	dir = marker_trusted_dir(folder);
	if (dir < 0) {
		snprintf(why, why_size, "%s",
			 dir == -EPERM ? "others may write to it" : strerror(-dir));
		return NULL;
	}
	snprintf(file, sizeof(file), "marker-probe-%s.so", name);
	fd = marker_trusted_file(dir, file);
	close(dir);
	if (fd < 0) {
		snprintf(why, why_size, "%s: %s", file,
			 fd == -EPERM ? "others may write to it" : strerror(-fd));
		return NULL;
	}
	probe = load_file(fd, name, why, why_size);
	close(fd);
	return probe;
}

const struct marker_named_probe *marker_plugin_find(const char *name, char *why, size_t why_size)
{
	const struct marker_named_probe *probe = find_loaded(name);
	char known[128], reason[256];

	if (probe)
		return probe;
	if (!is_name(name) || nr_loaded == PLUGINS_MAX)
		snprintf(reason, sizeof(reason), "not a name of one");
	else
		probe = load(name, reason, sizeof(reason));
	if (probe)
		return probe;
	marker_named_list(known, sizeof(known));
	snprintf(why, why_size, "no probe is named '%s' (there are: %s; in %s: %s)", name, known,
		 folder, reason);
	return NULL;
}

bool marker_plugin_tsan(void)
{
	return OS_TSAN || dlsym(RTLD_DEFAULT, "__tsan_init");
}
