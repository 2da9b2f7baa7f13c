// SPDX-License-Identifier: GPL-2.0-only
/*
 * host.c - reads what proc, sysfs and the compiler tell of where figures come from
 *
 * Nothing here fails: a file that is not there leaves its fact empty.
 */
#include "host.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "counter/cpus.h"

#define SYS_CPU "/sys/devices/system/cpu"

const char *host_commit = "unknown";

static void trim_end(char *text)
{
	size_t len = strlen(text);

	while (len && isspace((unsigned char)text[len - 1]))
		text[--len] = '\0';
}

/* The first line of a file, cut to fit; "" without one. */
static bool read_text(char *text, size_t len, const char *root, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

static bool read_text(char *text, size_t len, const char *root, const char *format, ...)
{
	char path[256], name[192];
	va_list args;
	FILE *file;

	va_start(args, format);
	vsnprintf(name, sizeof(name), format, args);
	va_end(args);
	snprintf(path, sizeof(path), "%s%s", root, name);
	text[0] = '\0';
	file = fopen(path, "re");
	if (!file)
		return false;
	if (!fgets(text, (int)len, file))
		text[0] = '\0';
	fclose(file);
	trim_end(text);
	return text[0];
}

static unsigned long read_number(const char *root, const char *name, unsigned int cpu)
{
	char text[32];

	read_text(text, sizeof(text), root, SYS_CPU "/cpu%u/cpufreq/%s", cpu, name);
	return strtoul(text, NULL, 10);
}

/* ---- /proc/cpuinfo ------------------------------------------------------------------------- */

/* What stands behind the colon of "KEY   : VALUE"; NULL if the line has another key. */
static const char *value_of(const char *line, const char *key)
{
	size_t len = strlen(key);

	if (strncmp(line, key, len) != 0)
		return NULL;
	line += len + strspn(line + len, " \t");
	return *line == ':' ? line + 1 + strspn(line + 1, " \t") : NULL;
}

/* x86 has a name; arm64 has numbers of its maker. */
static void take_model(struct host *host, const char *line)
{
	static const char *const keys[] = { "CPU implementer", "CPU variant", "CPU part",
					    "CPU revision" };
	static const char *const names[] = { "implementer", "variant", "part", "revision" };
	const char *value = value_of(line, "model name");
	size_t i, at;

	if (value)
		snprintf(host->cpu, sizeof(host->cpu), "%s", value);
	for (i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		value = value_of(line, keys[i]);
		if (!value)
			continue;
		at = strlen(host->cpu);
		snprintf(host->cpu + at, sizeof(host->cpu) - at, "%s%s %s", at ? ", " : "",
			 names[i], value);
	}
}

static bool has_word(const char *words, const char *word)
{
	size_t len = strlen(word);
	const char *at = words;

	while ((at = strstr(at, word)) != NULL) {
		if ((at == words || at[-1] == ' ') && (!at[len] || at[len] == ' '))
			return true;
		at += len;
	}
	return false;
}

/* The hypervisor sets a bit of cpuid for its guests, which the kernel shows as a flag. */
static void take_line(struct host *host, const char *line)
{
	const char *flags = value_of(line, "flags");

	take_model(host, line);
	if (flags)
		host->is_virtual =
			has_word(flags, "hypervisor") ? HOST_VIRTUAL_YES : HOST_VIRTUAL_NO;
}

/* The part of one processor; where processors have no parts, all of it. */
static void read_cpuinfo(struct host *host, const char *root, unsigned int cpu)
{
	bool ours = true;
	char path[256], *line = NULL;
	size_t room = 0;
	FILE *file;

	snprintf(path, sizeof(path), "%s/proc/cpuinfo", root);
	file = fopen(path, "re");
	if (!file)
		return;
	while (getline(&line, &room, file) > 0) {
		const char *number = value_of(line, "processor");

		trim_end(line);
		if (number && isdigit((unsigned char)*number))
			ours = strtoul(number, NULL, 10) == cpu;
		if (ours)
			take_line(host, line);
	}
	free(line);
	fclose(file);
}

/* ---- sysfs --------------------------------------------------------------------------------- */

/* A processor is a core if it is the first of its threads, or if nothing tells. */
static bool is_first_thread(const char *root, int cpu)
{
	char list[128];
	cpu_set_t threads;
	int first = 0;

	if (!read_text(list, sizeof(list), root, SYS_CPU "/cpu%d/topology/thread_siblings_list",
		       cpu) ||
	    cpus_parse(list, &threads) || !CPU_ISSET(cpu, &threads))
		return true;
	while (!CPU_ISSET(first, &threads))
		first++;
	return first == cpu;
}

static void read_cpus(struct host *host, const char *root)
{
	char list[1024];
	cpu_set_t online;
	int cpu;

	if (!read_text(list, sizeof(list), root, SYS_CPU "/online") || cpus_parse(list, &online))
		return;
	for (cpu = 0; cpu < CPU_SETSIZE; cpu++) {
		if (!CPU_ISSET(cpu, &online))
			continue;
		host->cpus++;
		host->cores += is_first_thread(root, cpu);
	}
}

/* "512K" */
static unsigned long size_of(const char *text)
{
	char *end;
	unsigned long size = strtoul(text, &end, 10);

	return *end == 'K' ? size << 10 : *end == 'M' ? size << 20 : size;
}

static bool read_cache(struct host_cache *cache, const char *root, unsigned int cpu, unsigned int i)
{
	static const char format[] = SYS_CPU "/cpu%u/cache/index%u/%s";
	char text[32];

	if (!read_text(text, sizeof(text), root, format, cpu, i, "level"))
		return false;
	cache->level = (unsigned int)strtoul(text, NULL, 10);
	read_text(cache->type, sizeof(cache->type), root, format, cpu, i, "type");
	read_text(cache->shared, sizeof(cache->shared), root, format, cpu, i, "shared_cpu_list");
	read_text(text, sizeof(text), root, format, cpu, i, "size");
	cache->size_bytes = size_of(text);
	return true;
}

static void read_caches(struct host *host, const char *root, unsigned int cpu)
{
	while (host->nr_caches < HOST_CACHES &&
	       read_cache(&host->caches[host->nr_caches], root, cpu, host->nr_caches))
		host->nr_caches++;
}

/* intel_pstate has it the other way round, and under another name. */
static void read_turbo(struct host *host, const char *root)
{
	char text[8];

	if (read_text(text, sizeof(text), root, SYS_CPU "/intel_pstate/no_turbo"))
		snprintf(host->turbo, sizeof(host->turbo), "%s", *text == '0' ? "on" : "off");
	else if (read_text(text, sizeof(text), root, SYS_CPU "/cpufreq/boost"))
		snprintf(host->turbo, sizeof(host->turbo), "%s", *text == '0' ? "off" : "on");
}

static void read_frequency(struct host *host, const char *root, unsigned int cpu)
{
	read_text(host->driver, sizeof(host->driver), root, SYS_CPU "/cpu%u/cpufreq/scaling_driver",
		  cpu);
	read_text(host->governor, sizeof(host->governor), root,
		  SYS_CPU "/cpu%u/cpufreq/scaling_governor", cpu);
	host->min_khz = read_number(root, "scaling_min_freq", cpu);
	host->max_khz = read_number(root, "scaling_max_freq", cpu);
	read_turbo(host, root);
}

/* Names it where it can; a name also tells of one where cpuid does not (arm64). */
static void read_hypervisor(struct host *host, const char *root)
{
	static const char *const paths[] = { "/sys/hypervisor/type",
					     "/proc/device-tree/hypervisor/compatible" };
	size_t i;

	for (i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
		if (!read_text(host->hypervisor, sizeof(host->hypervisor), root, "%s", paths[i]))
			continue;
		host->is_virtual = HOST_VIRTUAL_YES;
		return;
	}
	if (host->is_virtual == HOST_VIRTUAL_YES)
		read_text(host->hypervisor, sizeof(host->hypervisor), root,
			  "/sys/class/dmi/id/sys_vendor");
}

/* ---- the kernel and the build -------------------------------------------------------------- */

static void copy(char text[static HOST_TEXT], const char *from)
{
	snprintf(text, HOST_TEXT, "%.*s", HOST_TEXT - 1, from);
}

static void read_kernel(struct host *host)
{
	struct utsname name;

	if (uname(&name))
		return;
	copy(host->kernel, name.release);
	copy(host->kernel_version, name.version);
	copy(host->arch, name.machine);
}

/**
 * host_read() - all facts
 * @host:	filled in
 * @root:	what stands before /proc and /sys: "" but for tests
 * @cpu:	the processor that figures are of: caches and frequencies differ
 */
void host_read(struct host *host, const char *root, unsigned int cpu)
{
	memset(host, 0, sizeof(*host));
	read_cpuinfo(host, root, cpu);
	read_cpus(host, root);
	read_caches(host, root, cpu);
	read_frequency(host, root, cpu);
	read_hypervisor(host, root);
	read_text(host->clocksource, sizeof(host->clocksource), root,
		  "/sys/devices/system/clocksource/clocksource0/current_clocksource");
	read_text(host->spectre_v2, sizeof(host->spectre_v2), root,
		  SYS_CPU "/vulnerabilities/spectre_v2");
	read_kernel(host);
	host->compiler = HOST_COMPILER;
	host->flags = HOST_FLAGS;
	host->commit = host_commit;
}
