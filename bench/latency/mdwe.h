/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * mdwe.h - the request of prctl(2) that forbids text to become writable, where headers are older
 */
#ifndef BENCH_MDWE_H
#define BENCH_MDWE_H

#include <sys/prctl.h>

#ifndef PR_SET_MDWE
#define PR_SET_MDWE		 65
#define PR_MDWE_REFUSE_EXEC_GAIN 1
#endif

#endif
