/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef USER_MARKDIFF_VERSION_H
#define USER_MARKDIFF_VERSION_H

#define MARKDIFF_VERSION "0.1"

#endif
