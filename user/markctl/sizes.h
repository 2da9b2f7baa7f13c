/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sizes.h - sizes of memory as people write them: 512, 64k, 16M, 2G
 */
#ifndef MARKCTL_SIZES_H
#define MARKCTL_SIZES_H

#include <stdint.h>

/** size_bytes() - 0 for NULL, and for what is none or too large */
uint64_t size_bytes(const char *text);

#endif
