#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# What the built library asks of the loader.   usage: test_library.sh BUILD_DIR
set -u
cd "$(dirname "$0")/../.." || exit 1
export LC_ALL=C
so=$1/libmarker.so.0
. tests/report.sh

if [ ! -e "$so" ]; then
	not_ok "$so is not built"
	exit 1
fi

# A variable that __tls_get_addr() looks up may be allocated at a thread's first hit.
dynamic_tls()
{
	readelf -rW "$so" | grep -E 'DTPMOD|TLSDESC' | grep -v urcu
	readelf --dyn-syms -W "$so" | grep __tls_get_addr
}
silent "t34_thread_local_data_is_initial_exec" dynamic_tls

# A symbol of liburcu that may stay undefined is a library that silently records nothing.
weak_symbols()
{
	nm -D --undefined-only "$so" | awk '$1 == "w" { print $2 }' |
		grep -vE '^(__cxa_finalize|__gmon_start__|_ITM_(de)?registerTMCloneTable)(@|$)'
}
silent "t73_nothing_needed_is_weak" weak_symbols

missing_flags()
{
	local dynamic
	dynamic=$(readelf -dW "$so")
	grep -q NODELETE <<<"$dynamic" || echo "not -z nodelete"
	grep -q TEXTREL <<<"$dynamic" && echo "has text relocations"
	grep -q 'NEEDED.*liburcu-bp' <<<"$dynamic" || echo "does not ask for liburcu-bp"
}
silent "t61_t70_flags_of_the_object" missing_flags

exported()
{
	nm -D --defined-only "$so" | awk '$2 != "A" { print $3 }' | sed 's/@.*//' | grep -v '^marker_'
}
silent "nothing is exported but marker_*" exported
exit $failed
