// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * files_kernel.c - the folder marker/record of debugfs: what was recorded, for who is root
 *
 *	events		a line a marker: its number, its name and its format in quotes, by tabs
 *	clock		lines of a word and a value: the records' clock, and a moment on all clocks
 *	lost		a line a CPU: its number, and how many hits it has lost
 *	cpuN		the records of a CPU (record_kernel.h); a read takes whole ones out of the
 *			buffer, and gives none when there are none.  It is open once at a time.
 *	snapshotN	the same of a flight recorder, as it was when the file was opened, and all of it stays
 *			in the buffer (snapshot_kernel.c)
 */
#include "record_kernel.h"

#include <linux/cpumask.h>
#include <linux/debugfs.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#define CHUNK	       65536	   /* bytes that one read takes at most */
#define SNAPSHOT_CHUNK (4 * CHUNK) /* between two, who writes may overtake it */

static struct dentry *directory;
static struct cpumask is_open;

static int events_show(struct seq_file *file, void *unused)
{
	const struct record_event *event;

	mutex_lock(&marker_record_lock);
	list_for_each_entry(event, &marker_record_events, list) {
		seq_printf(file, "%u\t%s\t\"", event->id, event->name);
		seq_escape(file, event->format, "\t\n\\\"");
		seq_puts(file, "\"\n");
	}
	mutex_unlock(&marker_record_lock);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(events);

static int clock_show(struct seq_file *file, void *unused)
{
	struct record_clock clock, first;

	mutex_lock(&marker_record_lock);
	marker_record_clock_first(&first);
	marker_record_clock_read(&clock);
	seq_printf(file, "source %s\n", marker_record_clock_name());
	mutex_unlock(&marker_record_lock);
	seq_printf(file, "counter %llu\n", clock.counter);
	seq_printf(file, "realtime_ns %lld\n", clock.realtime_ns);
	seq_printf(file, "monotonic_ns %lld\n", clock.monotonic_ns);
	seq_printf(file, "raw_ns %lld\n", clock.raw_ns);
	seq_printf(file, "first_counter %llu\n", first.counter);
	seq_printf(file, "first_raw_ns %lld\n", first.raw_ns);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(clock);

static int lost_show(struct seq_file *file, void *unused)
{
	unsigned int cpu;

	mutex_lock(&marker_record_lock);
	for_each_possible_cpu(cpu)
		seq_printf(file, "%u %llu\n", cpu, marker_record_lost(cpu));
	mutex_unlock(&marker_record_lock);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(lost);

/* ---- cpuN ---------------------------------------------------------------------------------- */

static unsigned int cpu_of(const struct file *file)
{
	return (uintptr_t)file_inode(file)->i_private;
}

static int cpu_open(struct inode *inode, struct file *file)
{
	if (cpumask_test_and_set_cpu(cpu_of(file), &is_open))
		return -EBUSY;
	file->private_data = kvmalloc(CHUNK, GFP_KERNEL);
	if (!file->private_data) {
		cpumask_clear_cpu(cpu_of(file), &is_open);
		return -ENOMEM;
	}
	return nonseekable_open(inode, file);
}

static int cpu_release(struct inode *inode, struct file *file)
{
	kvfree(file->private_data);
	cpumask_clear_cpu(cpu_of(file), &is_open);
	return 0;
}

/* Two readers of one open file share its memory, so the lock covers the copy too. */
static ssize_t cpu_read(struct file *file, char __user *to, size_t room, loff_t *at)
{
	size_t len;

	if (room < 2 * RECORD_MAX)
		return -EINVAL;
	mutex_lock(&marker_record_lock);
	len = marker_record_read(cpu_of(file), file->private_data, min_t(size_t, room, CHUNK));
	if (copy_to_user(to, file->private_data, len))
		len = -EFAULT;
	mutex_unlock(&marker_record_lock);
	return len;
}

static const struct file_operations cpu_fops = {
	.owner = THIS_MODULE,
	.open = cpu_open,
	.read = cpu_read,
	.release = cpu_release,
};

/* ---- snapshotN ----------------------------------------------------------------------------- */

/**
 * struct reading - one that is open
 * @len:	of @chunk has something that nobody has read, from @at on
 */
struct reading {
	struct record_snapshot *snapshot;
	size_t at, len;
	u8 chunk[SNAPSHOT_CHUNK];
};

static int begin_reading(unsigned int cpu, struct reading *reading)
{
	ssize_t len;
	int ret = marker_record_snapshot_open(cpu, &reading->snapshot);

	if (ret)
		return ret;
	len = marker_record_snapshot_begin(reading->snapshot, reading->chunk, SNAPSHOT_CHUNK);
	if (len < 0)
		marker_record_snapshot_close(reading->snapshot);
	reading->at = 0;
	reading->len = max_t(ssize_t, len, 0);
	return min_t(ssize_t, len, 0);
}

static int snapshot_open(struct inode *inode, struct file *file)
{
	struct reading *reading = kvmalloc(sizeof(*reading), GFP_KERNEL);
	int ret;

	if (!reading)
		return -ENOMEM;
	mutex_lock(&marker_record_lock);
	ret = begin_reading(cpu_of(file), reading);
	mutex_unlock(&marker_record_lock);
	if (ret) {
		kvfree(reading);
		return ret;
	}
	file->private_data = reading;
	return nonseekable_open(inode, file);
}

static int snapshot_release(struct inode *inode, struct file *file)
{
	struct reading *reading = file->private_data;

	mutex_lock(&marker_record_lock);
	marker_record_snapshot_close(reading->snapshot);
	mutex_unlock(&marker_record_lock);
	kvfree(reading);
	return 0;
}

/* Bytes of whole records that there is room for. */
static size_t whole_records(const u8 *records, size_t len, size_t room)
{
	struct record_head head;
	size_t at = 0;

	while (at < len) {
		memcpy(&head, records + at, sizeof(head));
		if (at + head.bytes > room)
			break;
		at += head.bytes;
	}
	return at;
}

/* What the chunk has is given first, and then made anew. */
static ssize_t read_some(struct reading *reading, char __user *to, size_t room)
{
	ssize_t len;

	if (marker_record_snapshot_is_stale(reading->snapshot))
		return -ESTALE;
	if (!reading->len) {
		len = marker_record_snapshot_read(reading->snapshot, reading->chunk,
						  min_t(size_t, room, SNAPSHOT_CHUNK));
		if (len < 0)
			return len;
		reading->at = 0;
		reading->len = len;
	}
	len = whole_records(reading->chunk + reading->at, reading->len, room);
	if (copy_to_user(to, reading->chunk + reading->at, len))
		return -EFAULT;
	reading->at += len;
	reading->len -= len;
	return len;
}

static ssize_t snapshot_read(struct file *file, char __user *to, size_t room, loff_t *at)
{
	ssize_t len;

	if (room < 2 * RECORD_MAX)
		return -EINVAL;
	mutex_lock(&marker_record_lock);
	len = read_some(file->private_data, to, room);
	mutex_unlock(&marker_record_lock);
	return len;
}

static const struct file_operations snapshot_fops = {
	.owner = THIS_MODULE,
	.open = snapshot_open,
	.read = snapshot_read,
	.release = snapshot_release,
};

/* ---- all of it ----------------------------------------------------------------------------- */

static void create_cpus(void)
{
	unsigned int cpu;
	char name[24];

	for_each_possible_cpu(cpu) {
		void *number = (void *)(uintptr_t)cpu;

		snprintf(name, sizeof(name), "cpu%u", cpu);
		debugfs_create_file(name, 0400, directory, number, &cpu_fops);
		snprintf(name, sizeof(name), "snapshot%u", cpu);
		debugfs_create_file(name, 0400, directory, number, &snapshot_fops);
	}
}

/* Without debugfs there is no folder, and nobody to read what is recorded. */
void marker_record_files_init(void)
{
	struct dentry *marker = debugfs_lookup("marker", NULL);

	if (!marker)
		return;
	directory = debugfs_create_dir("record", marker);
	dput(marker);
	debugfs_create_file("events", 0400, directory, NULL, &events_fops);
	debugfs_create_file("clock", 0400, directory, NULL, &clock_fops);
	debugfs_create_file("lost", 0400, directory, NULL, &lost_fops);
	create_cpus();
}

void marker_record_files_exit(void)
{
	debugfs_remove(directory);
}
