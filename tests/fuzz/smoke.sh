#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Each fuzz target over its corpus, and then for a share of the time on inputs of its own.
# usage: smoke.sh BUILD_DIR SECONDS
set -u
O=$1 seconds=$2
. "$(dirname "$0")/../report.sh"

# All of markdiff reads recordings too.
corpora() # NAME
{
	echo "${1#fuzz_}"
	[ "$1" != fuzz_markdiff ] || echo perfdata
}

targets=("$O"/fuzz/tests/fuzz/fuzz_*)
share=$((seconds / ${#targets[@]} + 1))
for target in "${targets[@]}"; do
	name=$(basename "$target")
	work=$(mktemp -d)
	mkdir "$work/corpus"
	for corpus in $(corpora "$name"); do cp "tests/fuzz/corpus/$corpus"/* "$work/corpus"; done
	export TMPDIR=$work
	"$target" -runs=0 -rss_limit_mb=1024 "$work/corpus" 2>&1
	verdict "$name corpus" $?
	"$target" -max_total_time="$share" -timeout=10 -rss_limit_mb=1024 -max_len=65536 \
		-artifact_prefix="$O/log/" -print_final_stats=1 "$work/corpus" 2>&1
	verdict "$name $share s" $?
	unset TMPDIR
	rm -rf "$work"
done
exit $failed
