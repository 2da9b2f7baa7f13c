// SPDX-License-Identifier: GPL-2.0-only
/*
 * sdtsem.c - a function with a probe point of sys/sdt.h behind its semaphore
 */
#include "function.h"

#include "../../peer/sdtsem.h"
#include "sdt_base.h"

SDTSEM_DEFINE(sem_many_COPY)

MANY_FUNCTION(sdtsem, SDTSEM_PROBE(sem_many_COPY, (int)x, (void *)line))
