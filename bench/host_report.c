// SPDX-License-Identifier: GPL-2.0-only
/*
 * host_report.c - where figures come from, as text and as JSON
 *
 *	"host": { "cpu": ..., "cpus": n, "cores": n,
 *		  "caches": [ { "level": n, "type": ..., "bytes": n, "shared": ... } ],
 *		  "frequency": { "driver": ..., "governor": ..., "turbo": ..., "min_khz": n,
 *				 "max_khz": n },
 *		  "virtual": "yes" | "no" | "unknown", "hypervisor": ..., "clocksource": ...,
 *		  "spectre_v2": ..., "kernel": ..., "kernel_version": ..., "arch": ...,
 *		  "compiler": ..., "flags": ..., "commit": ... }
 *
 * What the machine does not tell is not there.
 */

#include "host.h"

#include "json.h"

/** host_virtual_name() - "yes", "no", "unknown" */
const char *host_virtual_name(enum host_virtual is_virtual)
{
	static const char *const names[] = { "unknown", "no", "yes" };

	return names[is_virtual];
}

/* ---- text ---------------------------------------------------------------------------------- */

static void print_caches(const struct host *host, FILE *file)
{
	unsigned int i;

	for (i = 0; i < host->nr_caches; i++) {
		const struct host_cache *cache = &host->caches[i];

		fprintf(file, ", L%u%s %lu KB", cache->level,
			cache->type[0] == 'D' ? "d" :
			cache->type[0] == 'I' ? "i" :
						"",
			cache->size_bytes >> 10);
	}
}

static void print_frequency(const struct host *host, FILE *file)
{
	if (!*host->driver) {
		fputs("frequency: nothing tells", file);
	} else {
		fprintf(file, "frequency: %s, governor %s", host->driver, host->governor);
		fprintf(file, ", %lu to %lu MHz", host->min_khz / 1000, host->max_khz / 1000);
	}
	if (*host->turbo)
		fprintf(file, ", turbo %s", host->turbo);
}

static void print_virtual(const struct host *host, FILE *file)
{
	static const char *const phrases[] = { "virtual or not: nothing tells",
					       "no virtual machine", "a virtual machine" };

	fprintf(file, "; %s", phrases[host->is_virtual]);
	if (*host->hypervisor)
		fprintf(file, " (%s)", host->hypervisor);
}

/** host_print() - three lines: the processor, its frequency and the kernel, the build */
void host_print(const struct host *host, FILE *file)
{
	fprintf(file, "%s, %u processor%s on %u core%s", *host->cpu ? host->cpu : "processor",
		host->cpus, host->cpus == 1 ? "" : "s", host->cores, host->cores == 1 ? "" : "s");
	print_caches(host, file);
	fputc('\n', file);
	print_frequency(host, file);
	print_virtual(host, file);
	fprintf(file, "; kernel %s (%s)\n", host->kernel, host->arch);
	fprintf(file, "commit %s, %s, %s\n", host->commit, host->compiler, host->flags);
}

/* ---- JSON ---------------------------------------------------------------------------------- */

static void add_number(struct json_object *json, const char *key, unsigned long value)
{
	if (value)
		json_object_object_add(json, key, json_object_new_int64((int64_t)value));
}

static struct json_object *cache_json(const struct host_cache *cache)
{
	struct json_object *json = json_object_new_object();

	add_number(json, "level", cache->level);
	json_add_string(json, "type", cache->type);
	add_number(json, "bytes", cache->size_bytes);
	json_add_string(json, "shared", cache->shared);
	return json;
}

static struct json_object *caches_json(const struct host *host)
{
	struct json_object *caches = json_object_new_array();
	unsigned int i;

	for (i = 0; i < host->nr_caches; i++)
		json_object_array_add(caches, cache_json(&host->caches[i]));
	return caches;
}

static struct json_object *frequency_json(const struct host *host)
{
	struct json_object *json = json_object_new_object();

	json_add_string(json, "driver", host->driver);
	json_add_string(json, "governor", host->governor);
	json_add_string(json, "turbo", host->turbo);
	add_number(json, "min_khz", host->min_khz);
	add_number(json, "max_khz", host->max_khz);
	return json;
}

/**
 * host_json() - all facts as an object
 *
 * Return: the object, to be put.
 */
struct json_object *host_json(const struct host *host)
{
	struct json_object *json = json_object_new_object();

	json_add_string(json, "cpu", host->cpu);
	add_number(json, "cpus", host->cpus);
	add_number(json, "cores", host->cores);
	json_object_object_add(json, "caches", caches_json(host));
	json_object_object_add(json, "frequency", frequency_json(host));
	json_add_string(json, "virtual", host_virtual_name(host->is_virtual));
	json_add_string(json, "hypervisor", host->hypervisor);
	json_add_string(json, "clocksource", host->clocksource);
	json_add_string(json, "spectre_v2", host->spectre_v2);
	json_add_string(json, "kernel", host->kernel);
	json_add_string(json, "kernel_version", host->kernel_version);
	json_add_string(json, "arch", host->arch);
	json_add_string(json, "compiler", host->compiler);
	json_add_string(json, "flags", host->flags);
	json_add_string(json, "commit", host->commit);
	return json;
}
