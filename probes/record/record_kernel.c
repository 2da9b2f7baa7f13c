// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * record_kernel.c - the probe "record" in the kernel: what it takes, and how long its buffers live
 *
 *	record			1 MiB a CPU; a hit that finds no room is lost
 *	record=SIZE		another size, with k, M or G
 *	record=flight[=SIZE]	flight recorder: it takes the room of the oldest
 *
 * All that is recorded at one time goes into the same buffers, so all of it has to ask for the same.
 * They outlive the last connection, so that what is in them can be read, and are made anew, empty, by the
 * first connection after that.
 */
#include "../../marker/named.h"
#include "record_kernel.h"

#include <linux/module.h>
#include <linux/percpu.h>

DEFINE_MUTEX(marker_record_lock);

static unsigned int nr_open;

static int parse_options(const char *arg, struct record_options *options)
{
	static const char flight[] = "flight";
	size_t len = strlen(flight);
	char *end;

	options->size = RECORD_SIZE_UNLESS;
	options->overwrite = arg && !strncmp(arg, flight, len) && (!arg[len] || arg[len] == '=');
	if (options->overwrite)
		arg = arg[len] ? arg + len + 1 : NULL;
	if (!arg)
		return 0;
	options->size = memparse(arg, &end);
	if (end == arg || *end || options->size < RECORD_SIZE_MIN ||
	    options->size > RECORD_SIZE_MAX)
		return -EINVAL;
	return 0;
}

static int open_locked(const struct record_options *options)
{
	int ret;

	if (nr_open)
		return marker_record_ring_is(options) ? 0 : -EBUSY;
	ret = marker_record_ring_alloc(options);
	if (ret)
		return ret;
	marker_record_events_free();
	marker_record_clock_choose();
	return 0;
}

/* The private data of a connection is nothing but an address of its own. */
static int record_open(const char *arg, void **private_data)
{
	struct record_options options;
	void *connection;
	int ret = parse_options(arg, &options);

	if (ret)
		return ret;
	connection = os_alloc(1);
	if (!connection)
		return -ENOMEM;
	mutex_lock(&marker_record_lock);
	ret = open_locked(&options);
	nr_open += !ret;
	mutex_unlock(&marker_record_lock);
	if (ret)
		os_free(connection);
	else
		*private_data = connection;
	return ret;
}

static void record_close(void *private_data)
{
	mutex_lock(&marker_record_lock);
	marker_record_untap(private_data);
	nr_open--;
	mutex_unlock(&marker_record_lock);
	os_free(private_data);
}

static void record_probe(void *private_data, const struct marker_info *marker, va_list *args)
{
	const struct record_tap *tap = private_data;

	if (READ_ONCE(tap->event->owner) != tap)
		return;
	this_cpu_inc(*tap->event->hits);
	marker_record_write(tap->event, args);
}

static unsigned long record_hits(void *private_data, const struct marker_info *marker)
{
	return marker_record_hits(marker);
}

static int record_attach(void *private_data, const struct marker_info *marker,
			 struct marker_attached *attached)
{
	struct record_tap *tap = marker_record_tap(marker, private_data);

	if (!tap)
		return -ENOMEM;
	attached->private_data = tap;
	return 0;
}

static const struct marker_named_probe record = {
	.name = "record",
	.func = record_probe,
	.open = record_open,
	.close = record_close,
	.attach = record_attach,
};

static struct marker_named named = { .probe = &record, .hits = record_hits };

static int __init record_init(void)
{
	int ret;

	marker_record_clock_choose();
	ret = marker_named_register(&named);
	if (!ret)
		marker_record_files_init();
	return ret;
}

static void __exit record_exit(void)
{
	marker_named_unregister(&named);
	marker_record_files_exit();
	marker_record_ring_free();
	marker_record_events_free();
}

module_init(record_init);
module_exit(record_exit);

MODULE_DESCRIPTION("Probe of markers: records hits with their arguments");
MODULE_ALIAS("marker-probe-record");
MODULE_LICENSE("Dual BSD/GPL");
