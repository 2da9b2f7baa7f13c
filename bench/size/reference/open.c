// SPDX-License-Identifier: GPL-2.0-only
/*
 * open.c - the marked function that the text of 2006 disassembles
 */
#include <errno.h>
#include <stddef.h>

#include "mark.h"

struct inode;
struct file;

int my_open(struct inode *inode, struct file *file);

int my_open(struct inode *inode, struct file *file)
{
	SIZE_MARK(subsys_mark1, "%d %p", 1, NULL);
	return -EPERM;
}
