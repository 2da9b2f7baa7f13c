#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# markctl list against readelf, and on files that are damaged; markctl stat with exact counts.
set -u
O=${1:?usage: test_markctl.sh BUILD_DIR}
cd "$(dirname "$0")/../.." || exit 1
O=$(realpath "$O")
CC=${CC:-gcc}
markctl=$O/markctl
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
. tests/report.sh

# status STATUS COMMAND...: does it end with that status?  Its words are in out and err.
status()
{
	local want=$1 got
	shift
	"$@" >"$dir/out" 2>"$dir/err"
	got=$?
	[ "$got" = "$want" ] || { echo "exit status $got, not $want"; cat "$dir/err"; return 1; }
}

said() # TEXT: is it on standard error, once, in one line with the file's name?
{
	equal "$(grep -c -- "$1" "$dir/err")" 1 || { cat "$dir/err"; return 1; }
}

# ---- the programs ---------------------------------------------------------------------------------

cat >"$dir/unit.c" <<'EOF'
#include <marker/marker.h>
void unit(int n);
void unit(int n)
{
	MARK(in_unit, "n %d", n);
	MARK_GENERIC(gen, "n %d text %s", n, "x");
}
EOF
cat >"$dir/prog.c" <<'EOF'
#include <marker/marker.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
void unit(int n);
static inline __attribute__((always_inline)) void hit(int i)
{
	MARK(hit, "i %d", i);
}
static void *work(void *data)
{
	int i, n = *(int *)data;

	for (i = 0; i < n; i++)
		hit(i);
	return NULL;
}
static void on_signal(int sig)
{
	MARK(in_handler, "sig %d", sig);
}
static void threads(int n)
{
	pthread_t t[4];
	int i;

	for (i = 0; i < 4; i++)
		pthread_create(&t[i], NULL, work, &n);
	for (i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
}
int main(int argc, char **argv)
{
	int n = argc > 2 ? atoi(argv[2]) : 10;
	const char *mode = argc > 1 ? argv[1] : "plain";

	if (mark_enabled(hit))
		MARK_NOARGS(was_enabled);
	MARK_IMMEDIATE(imm, "argc %d", argc);
	unit(argc);
	if (!strcmp(mode, "threads")) {
		threads(n);
		return 0;
	}
	if (!strcmp(mode, "fork") && !fork()) {
		work(&n);
		_exit(0);
	}
	work(&n);
	if (!strcmp(mode, "kill"))
		kill(getpid(), SIGKILL);
	if (!strcmp(mode, "signal")) {
		signal(SIGUSR1, on_signal);
		raise(SIGUSR1);
	}
	while (wait(NULL) > 0)
		;
	return !strcmp(mode, "exit") ? n : 0;
}
EOF
flags="-std=gnu11 -D_GNU_SOURCE -O2 -g -I."
{
	$CC $flags -c "$dir/unit.c" -o "$dir/unit.o" &&
	$CC $flags -c "$dir/prog.c" -o "$dir/prog.o" &&
	$CC "$dir/prog.o" "$dir/unit.o" -o "$dir/prog" -L"$O" -Wl,-rpath,"$O" -lmarker -lpthread
} || { not_ok "the test program builds"; exit 1; }

# ---- list ---------------------------------------------------------------------------------------

sites() # FILE: how many sites, queries included
{
	"$markctl" list -v --json "$1" | grep -c '"address"'
}

# Rows of a linked file whose site word is not 0, as readelf shows the bytes.
rows()
{
	readelf -x __marker_sites "$1" | awk '$1 ~ /^0x/ && $2 != "00000000"' | wc -l
}

# Relocations of an object file's table that are of a row's first word.
reloc_rows()
{
	readelf -rW "$1" | awk '/^Relocation section/ { mine = /__marker_sites/ }
		mine && $1 ~ /0$/ && $1 ~ /^[0-9a-f]+$/' | wc -l
}

line_of() # FILE PATTERN
{
	grep -n "$2" "$1" | head -n 1 | cut -d: -f1
}

# NAME as the first word of a line, and FILE:LINE in that line.
listed_at() # LISTING NAME FILE LINE
{
	grep -E "^$2 " "$1" | grep -q -- "$3:$4 " || { cat "$1"; return 1; }
}

list_names() # FILE
{
	"$markctl" list -v --json "$1" | grep -E '"(name|format)"'
}

check "rows of a program agree with readelf" equal "$(sites "$dir/prog")" "$(rows "$dir/prog")"
check "rows of an object file agree with its relocations" \
	equal "$(sites "$dir/prog.o")" "$(reloc_rows "$dir/prog.o")"

"$markctl" list "$dir/prog" >"$dir/listing"
check "a header line and a line for each marker" equal "$(wc -l <"$dir/listing")" 7
check "line of a jump site" \
	listed_at "$dir/listing" in_unit unit.c "$(line_of "$dir/unit.c" in_unit)"
case $CC in
*clang*) skip "line of a generic site" "clang leaves no DWARF for the declaration" ;;
*) check "line of a generic site" \
	listed_at "$dir/listing" gen unit.c "$(line_of "$dir/unit.c" GENERIC)" ;;
esac
check "line of an inlined site" listed_at "$dir/listing" hit prog.c "$(line_of "$dir/prog.c" MARK.hit)"
check "queries are not listed" equal "$(grep -c query "$dir/listing")" 0
check "queries are listed with -v" grep -q query <("$markctl" list -v "$dir/prog")
check "columns are aligned" equal \
	"$(awk '{ print match($0, /"|FORMAT/) }' "$dir/listing" | sort -u | wc -l)" 1
"$markctl" list "$dir/prog.o" >"$dir/listing"
check "line of a site of an object file" \
	listed_at "$dir/listing" hit prog.c "$(line_of "$dir/prog.c" MARK.hit)"

list_names "$dir/prog" >"$dir/names"
strip -o "$dir/stripped" "$dir/prog"
check "a stripped program has the same markers" equal "$(list_names "$dir/stripped")" "$(cat "$dir/names")"
objcopy --only-keep-debug "$dir/prog" "$dir/prog.debug" &&
	objcopy --add-gnu-debuglink="$dir/prog.debug" "$dir/stripped" "$dir/linked" 2>/dev/null
"$markctl" list "$dir/linked" >"$dir/listing"
check "lines from a separate debug file" \
	listed_at "$dir/listing" hit prog.c "$(line_of "$dir/prog.c" MARK.hit)"
check "a debug file alone is refused" status 3 "$markctl" list "$dir/prog.debug"

ld -r "$dir/prog.o" "$dir/unit.o" -o "$dir/both.o"
check "an object file of two (ld -r)" equal "$(list_names "$dir/both.o")" "$(cat "$dir/names")"
$CC $flags -fPIC -shared "$dir/unit.c" -o "$dir/unit.so" -L"$O" -lmarker
check "a shared object" equal "$(sites "$dir/unit.so")" 2
$CC $flags -ffunction-sections -c "$dir/prog.c" -o "$dir/sections.o"
check "an object file with a section for each function" \
	equal "$(list_names "$dir/sections.o")" "$(list_names "$dir/prog.o")"
if $CC "$dir/prog.o" "$dir/unit.o" -static -o "$dir/static" "$O/libmarker.a" -lurcu-bp -lpthread \
	2>"$dir/err"; then
	check "a static program" equal "$(list_names "$dir/static")" "$(cat "$dir/names")"
else
	skip "a static program" "does not link: $(head -n 1 "$dir/err")"
fi
objcopy --rename-section __marker_sites=.other "$dir/prog" "$dir/renamed"
check "a table inside another section" equal "$(list_names "$dir/renamed")" "$(cat "$dir/names")"

if command -v aarch64-linux-gnu-gcc >/dev/null; then
	for order in little big; do
		aarch64-linux-gnu-gcc $flags -m$order-endian -c "$dir/unit.c" -o "$dir/arm-$order.o"
		check "an arm64 object file, $order-endian" \
			equal "$(list_names "$dir/arm-$order.o")" "$(list_names "$dir/unit.o")"
		aarch64-linux-gnu-gcc $flags -m$order-endian -fPIC -shared -nostdlib "$dir/unit.c" \
			-o "$dir/arm-$order.so" 2>/dev/null
		check "an arm64 shared object, $order-endian" \
			equal "$(list_names "$dir/arm-$order.so")" "$(list_names "$dir/unit.o")"
	done
	check "its byte order is told" \
		grep -q '"byte_order": "big"' <("$markctl" list --json "$dir/arm-big.so")
else
	skip "arm64 files" "no aarch64-linux-gnu-gcc"
fi

check "JSON is JSON" python3 -m json.tool <("$markctl" list -v --json "$dir/prog" "$dir/unit.o")
check "a file without markers is told and no error" status 0 "$markctl" list /bin/sh
check "  in one line" said "/bin/sh: no markers"
check "sites of no file are a usage error" status 2 "$markctl" list -v
check "an unknown option is a usage error" status 2 "$markctl" list --nonsense "$dir/prog"
check "an unknown command is a usage error" status 2 "$markctl" nonsense

# ---- list: damaged files --------------------------------------------------------------------------

section_offset() # FILE
{
	readelf -SW "$1" | sed -n 's/.*\] __marker_sites *PROGBITS *[0-9a-f]* \([0-9a-f]*\).*/\1/p' |
		head -n 1
}

# poke FILE OFFSET BYTES: overwrites bytes, given as printf does
poke()
{
	printf "$3" | dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}

head -c 100 /dev/urandom >"$dir/garbage"
: >"$dir/empty"
head -c 40 "$dir/prog" >"$dir/short"
head -c 3000 "$dir/prog" >"$dir/truncated"
for bad in garbage empty short truncated; do
	check "$bad: exit 3" status 3 "$markctl" list "$dir/$bad"
	check "  and a sentence with name and offset" said "$dir/$bad: offset 0x"
done
check "a file that is not there: exit 3" status 3 "$markctl" list "$dir/nothing"
check "a directory: exit 3" status 3 "$markctl" list "$dir"
check "the other files are still listed" status 3 "$markctl" list "$dir/garbage" "$dir/prog"
check "  all of them" grep -q '^in_unit' "$dir/out"

at=$((0x$(section_offset "$dir/prog")))
cp "$dir/prog" "$dir/outside"
poke "$dir/outside" $((at + 8)) '\377\377\377\177'
check "a name that points outside: exit 3" status 3 "$markctl" list "$dir/outside"
check "  told with its offset" said "offset $(printf '0x%x' $((at + 8)))"
cp "$dir/prog" "$dir/version"
own=$(readelf -x __marker_sites "$dir/prog" | awk '$1 ~ /^0x/ { if ($2 == "00000000") print n; n++ }' |
	head -n 1)
poke "$dir/version" $((at + 16 * own + 4)) '\002'
check "another version of the table: exit 3" status 3 "$markctl" list "$dir/version"
check "  told" said "version 2"
for ((i = 0, bad = 0; i < 200; i++)); do
	head -c $((i * $(stat -c %s "$dir/unit.o") / 200)) "$dir/unit.o" >"$dir/cut"
	"$markctl" list "$dir/cut" >/dev/null 2>&1
	[ $? -le 3 ] || bad=$i
done
check "no length of a file is fatal" equal $bad 0

# ---- stat ---------------------------------------------------------------------------------------

hits() # MARKER: from the JSON in counts
{
	sed -n "/\"name\": \"$1\"/,/\"hits\"/s/.*\"hits\": \([0-9]*\).*/\1/p" "$dir/counts"
}

count() # GLOB-OPTIONS -- COMMAND
{
	"$markctl" stat --json -o "$dir/counts" "$@" >/dev/null 2>"$dir/err"
}

count -e '*' -- "$dir/prog" plain 1000
check "stat: exact counts" equal "$(hits hit) $(hits in_unit) $(hits gen) $(hits imm)" "1000 1 1 1"
check "stat: a query is on with its marker" equal "$(hits was_enabled)" 1
check "stat: JSON is JSON" python3 -m json.tool "$dir/counts"
count -e 'hit' -e 'h*' -e '*' -- "$dir/prog" plain 1000
check "stat: a marker that many globs match is counted once" equal "$(hits hit)" 1000
count -e 'hit' -- "$dir/prog" plain 10
check "stat: what was not asked for is not counted" equal "$(hits in_unit)" ""
count -e 'in_*' -- "$dir/prog" plain 10
check "stat: a marker that was never hit" equal "$(hits in_handler)" 0
count -e hit -- "$dir/prog" fork 1000
check "stat: a forked child" equal "$(hits hit)" 2000
count -e hit -- "$dir/prog" threads 50000
check "stat: threads" equal "$(hits hit)" 200000
count -e in_handler -- "$dir/prog" signal
check "stat: a signal handler" equal "$(hits in_handler)" 1
count -e hit -- sh -c "$dir/prog plain 100; $dir/prog plain 100; exec $dir/prog plain 100"
check "stat: programs that were executed" equal "$(hits hit)" 300

check "stat: kill -9 gives 137" status 137 \
	"$markctl" stat --json -o "$dir/counts" -e hit -- "$dir/prog" kill 1000
check "  and exact counts" equal "$(hits hit)" 1000
check "stat: the command's exit status" status 7 "$markctl" stat -e hit -- "$dir/prog" exit 7
check "  with a table on standard error" grep -q ' hit ' "$dir/err"
check "stat: no such command is 127" status 127 "$markctl" stat -e hit -- "$dir/nothing"
check "stat: a command that is no program is 126" status 126 "$markctl" stat -e hit -- "$dir/unit.c"
check "stat: a program without markers" status 0 "$markctl" stat -e hit -- true
check "  is told" grep -q 'no program with markers' "$dir/err"
check "stat: no glob is a usage error" status 2 "$markctl" stat true
check "stat: a glob with a comma is a usage error" status 2 "$markctl" stat -e 'a,b' true

MARKER_ENABLE=hit:print=$dir/printed "$markctl" stat -e hit -- "$dir/prog" plain 5 2>"$dir/err"
check "stat: what MARKER_ENABLE held before still holds" equal "$(grep -c '^hit: i' "$dir/printed")" 5

# SIGTERM goes to the command; the table is printed and the file is gone.
"$markctl" stat -o "$dir/table" -e hit -- sh -c 'echo "$MARKER_ENABLE" >"$0"; exec sleep 100' \
	"$dir/enable" &
pid=$!
while [ ! -s "$dir/enable" ] && kill -0 $pid 2>/dev/null; do sleep 0.05; done
file=$(sed 's/.*=//' "$dir/enable")
check "stat: the counters are a file of the user alone" equal "$(stat -c %a "$file")" 600
kill -TERM $pid
wait $pid
check "stat: SIGTERM ends the command" equal $? 143
check "  and leaves no file" test ! -e "$file"
check "  but the table" grep -q 'killed by signal 15' "$dir/table"

exit $failed
