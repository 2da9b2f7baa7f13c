// SPDX-License-Identifier: GPL-2.0-only
/*
 * main.c - marker-bench.ko: the directory "marker/bench" of debugfs
 *
 *	run		write "LOOPS ROUNDS", or nothing for the defaults, to measure; the write returns
 *			when it is done.  LOOPS are those of an empty loop
 *	results		the last run as JSON (results.c)
 *
 * markbench kernel does both, and prints the table of 2006 beside today's.
 */
#include <linux/dcache.h>
#include <linux/debugfs.h>
#include <linux/fs.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "run.h"

static DEFINE_MUTEX(bench_lock);
static struct run last;
static struct dentry *directory;

const struct run *results_get(void)
{
	mutex_lock(&bench_lock);
	return &last;
}

void results_put(void)
{
	mutex_unlock(&bench_lock);
}

static int measure(unsigned long loops, unsigned int rounds)
{
	struct run run = { .loops = loops, .rounds = rounds };
	int ret;

	if (!loops || loops > RUN_LOOPS_MAX || !rounds || rounds > RUN_ROUNDS_MAX)
		return -ERANGE;
	if (mutex_lock_interruptible(&bench_lock))
		return -EINTR;
	ret = run_measure(&run);
	if (!ret)
		swap(last, run);
	run_free(&run);
	mutex_unlock(&bench_lock);
	return ret;
}

static ssize_t run_write(struct file *file, const char __user *from, size_t len, loff_t *at)
{
	unsigned long loops = RUN_LOOPS;
	unsigned int rounds = RUN_ROUNDS;
	char text[32] = "", *words, rest;
	int ret;

	if (len >= sizeof(text))
		return -EINVAL;
	if (copy_from_user(text, from, len))
		return -EFAULT;
	words = strim(text);
	if (*words && sscanf(words, "%lu %u %c", &loops, &rounds, &rest) != 2)
		return -EINVAL;
	ret = measure(loops, rounds);
	return ret ? ret : len;
}

static const struct file_operations run_fops = {
	.owner = THIS_MODULE,
	.open = nonseekable_open,
	.write = run_write,
};

static int results_open(struct inode *inode, struct file *file)
{
	int ret = seq_open(file, &results_ops);

	if (!ret)
		((struct seq_file *)file->private_data)->private = &last;
	return ret;
}

static const struct file_operations results_fops = {
	.owner = THIS_MODULE,
	.open = results_open,
	.read = seq_read,
	.llseek = seq_lseek,
	.release = seq_release,
};

static int __init bench_init(void)
{
	struct dentry *marker = debugfs_lookup("marker", NULL);

	if (!marker)
		return -ENODEV;
	directory = debugfs_create_dir("bench", marker);
	dput(marker);
	if (IS_ERR(directory))
		return PTR_ERR(directory);
	debugfs_create_file("run", 0200, directory, NULL, &run_fops);
	debugfs_create_file("results", 0400, directory, NULL, &results_fops);
	return 0;
}

static void __exit bench_exit(void)
{
	debugfs_remove(directory);
	run_free(&last);
}

module_init(bench_init);
module_exit(bench_exit);

MODULE_DESCRIPTION("What a marker costs in this kernel, beside its peers");
MODULE_LICENSE("GPL");
