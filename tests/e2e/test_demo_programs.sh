#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The example program: both builds do the same work, its markers tell what it did, it survives
# clients that do not keep to the protocol, and the installed library is enough to build it.
set -u
O=${1:?usage: test_demo_programs.sh BUILD_DIR}
cd "$(dirname "$0")/../.." || exit 1
build=$O
O=$(realpath "$O")
CC=${CC:-gcc}
kv=$O/demo/kv
dir=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill $server 2>/dev/null; rm -rf "$dir"' EXIT
. tests/report.sh

hits() # MARKER
{
	sed -n "/\"name\": \"$1\"/,/\"hits\"/s/.*\"hits\": \([0-9]*\).*/\1/p" "$dir/counts"
}

work() # PROGRAM: what it did, without how long it took
{
	"$1" bench -n 20000 -k 5000 -m 200000 | grep -v '^rate'
}

check "demo-programs builds" make -s O="$build" CC="$CC" demo-programs
check "both builds do the same work" equal "$(work "$kv")" "$(work "$kv-vanilla")"
check "the vanilla build has no markers" \
	equal "$("$O/markctl" list "$kv-vanilla" 2>&1 | grep -c 'no markers')" 1
names=$("$O/markctl" list "$kv" | tail -n +2 | wc -l)
check "the other one has a dozen or more" test "$names" -ge 12

"$O/markctl" stat --json -o "$dir/counts" -e '*' -- "$kv" bench -n 20000 -k 5000 -m 200000 \
	>"$dir/out" 2>"$dir/err"
check "a begin and an end for each request" equal "$(hits req_begin) $(hits req_end)" "20000 20000"
check "hits and misses are the answers" equal \
	"$(sed -n 's/^answers *\([0-9]*\) value.*/\1/p' "$dir/out")" "$(hits get_hit)"
check "gets are hits and misses" equal \
	"$(sed -n 's/^requests.*: \([0-9]*\) get.*/\1/p' "$dir/out")" \
	"$(($(hits get_hit) + $(hits get_miss)))"
check "evictions" equal \
	"$(sed -n 's/.* \([0-9]*\) evictions/\1/p' "$dir/out")" "$(hits table_evict)"
check "grows, each with the shape that was asked for" equal \
	"$(hits table_grow) $(hits table_shape)" \
	"$(sed -n 's/.* \([0-9]*\) grows.*/\1 \1/p' "$dir/out")"
check "every item that was allocated was freed" equal "$(hits item_alloc)" "$(hits item_free)"

# A server of its own, and a client that speaks nonsense.
MARKER_ENABLE="parse_error:print=$dir/printed" "$kv" serve -s "$dir/sock" >"$dir/served" &
server=$!
while [ ! -S "$dir/sock" ] && kill -0 $server 2>/dev/null; do sleep 0.05; done
check "a load from another process" "$kv" load -s "$dir/sock" -n 1000
cat >"$dir/client.py" <<'EOF'
import socket, sys
def talk(data):
    s = socket.socket(socket.AF_UNIX)
    s.connect(sys.argv[1])
    s.sendall(data)
    s.shutdown(socket.SHUT_WR)
    out = b""
    while True:
        piece = s.recv(65536)
        if not piece:
            return out
        out += piece
assert talk(b"SET a some words\nGET a\nDEL a\nGET a\nDEL a\n") == b"OK\nVALUE some words\nOK\nNONE\nNONE\n"
assert talk(b"SET a\nGET a b\nget a\n\nGET \n").count(b"ERROR") == 5
assert talk(b"GET a\0b\n") == b"ERROR NUL in a line\n"
assert talk(b"SET big " + b"x" * 4000 + b"\n" + b"GET big\n" * 1000).count(b"VALUE") == 1000
try:
    talk(b"x" * 100000)
except (ConnectionResetError, BrokenPipeError):
    pass
assert talk(b"GET big\n").startswith(b"VALUE xxx")
EOF
check "clients that keep to the protocol and clients that do not" python3 "$dir/client.py" "$dir/sock"
check "parse errors were printed" equal "$(grep -c '^parse_error: fd' "$dir/printed")" 6
kill -TERM $server
wait $server
check "the server ends well" equal $? 0
server=
check "and removes its socket" test ! -e "$dir/sock"

check "make install" make -s O="$build" CC="$CC" install DESTDIR="$dir/root" PREFIX=/usr
pc() { PKG_CONFIG_PATH=$dir/root/usr/lib/pkgconfig pkg-config "--define-variable=prefix=$dir/root/usr" \
	"--define-variable=libdir=$dir/root/usr/lib" \
	"--define-variable=includedir=$dir/root/usr/include" "$@" marker; }
cat >"$dir/hello.c" <<'EOF'
#include <marker/marker.h>
int main(void)
{
	MARK(hello, "who %s", "world");
	return 0;
}
EOF
check "a program builds with pkg-config" \
	$CC "$dir/hello.c" -o "$dir/hello" $(pc --cflags) $(pc --libs)
check "and runs" equal "hello: who world" \
	"$(MARKER_ENABLE='*:print' LD_LIBRARY_PATH=$dir/root/usr/lib "$dir/hello" 2>&1)"
if command -v man >/dev/null; then
	check "the man page is one" man -l "$dir/root/usr/share/man/man1/markctl.1"
else
	skip "the man page is one" "no man"
fi

exit $failed
