// expect: include <marker/marker.h>
// SPDX-License-Identifier: GPL-2.0-only
#include <marker/arch/x86.h>
