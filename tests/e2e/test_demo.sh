#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The demo's comparison where perf may not record: two recordings that are in the tree are compared.  And its
# last step: a server that runs is listed, enabled, recorded and viewed.
# usage: test_demo.sh BUILD_DIR
set -u
O=${1:?usage: test_demo.sh BUILD_DIR}
cd "$(dirname "$0")/../.." || exit 1
. tests/report.sh
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT

# A perf that refuses, before the real one; and a home without a cache of programs to find symbols in.
mkdir "$dir/bin" "$dir/home"
printf '#!/bin/sh\necho "perf is not permitted here" >&2\nexit 1\n' >"$dir/bin/perf"
chmod +x "$dir/bin/perf"
HOME=$dir/home PATH=$dir/bin:$PATH Documentation/examples/demo.sh "$O" compare_builds >"$dir/out" 2>&1
verdict "the demo goes on without perf" $? "$dir/out"

says() # PATTERN
{
	grep -qE -- "$1" "$dir/out" || { cat "$dir/out"; return 1; }
}

check "  says what perf said" says '^perf is not permitted here$'
check "  says which recordings it takes" says '^using two small recordings .*: tests/data/.*\.data tests/data/.*\.data$'
check "  shows the table of them" says '^ +[0-9.]+% +[-+][0-9.]+%  work$'
check "  and says so at its end" says '^Shown: kv compared \(recordings of another program\)\.'

Documentation/examples/demo.sh "$O" live >"$dir/out" 2>&1
verdict "a live process" $? "$dir/out"
check "  is listed" says '^req_begin +jump +[0-9]'
check "  is enabled" says '^req_\*: [1-9][0-9]* sites on$'
check "  is recorded" says '^markctl: recorded [1-9][0-9]* events, .* 0 dropped: kv-[0-9]+ [0-9]+; markctl view '
check "  is viewed" says '^\[[0-9:.]+\] \(\+[0-9.]+\) .* kv:[0-9]+/[0-9]+ req_end: \{ fd = [0-9]+, error = 0 \}$'
check "  is read by babeltrace2" says '^\[[0-9:.]+\] \(\+[0-9.]+\) .*:kv:\([0-9]+\) req_end: \{ tid = '
check "  nothing of it runs any more" equal "$(pgrep -f "kv serve -s $O/demo/kv.socket")" ""
check "  and it says so at its end" says '^Shown: kv controlled while it runs, recorded, viewed\.'
exit $failed
