# SPDX-License-Identifier: GPL-2.0-only
#
# build.sh - the programs as objects and as files of many function orders; to be sourced, by bash
#
#	build PROGRAM KIND		$directory/build/PROGRAM/KIND/*.o
#	link PROGRAM KIND ORDER FILE	FILE, with its functions in the order of that number; 0: as compiled
#	build_helpers			clock.o and switch.o; what drives redis
#
# KIND is vanilla, dense, sparse or generic (sets.h).  Files that the patch does not touch are compiled
# once, for vanilla, and their objects are those of the other kinds too: they cannot differ.

# What it reads of user.sh: directory, results, scratch, build, here, cc, at_once, processor, programs, seed.
# shellcheck shell=bash disable=SC2154
kind_flags() # KIND
{
	case $1 in
	vanilla) echo -DMARKER_DISABLE ;;
	sparse) echo -DMACRO_SPARSE ;;
	generic) echo -DMACRO_GENERIC ;;
	esac
}

# Lua's and redis's hashes are seeded by the time and at random: not here (redis: switch.c).
program_flags() # PROGRAM
{
	case $1 in
	lua) printf '%s\n' -DLUA_USE_LINUX -DLUA_COMPAT_5_3 '-Dluai_makeseed(L)=((void)(L),1u)' ;;
	sqlite) printf '%s\n' -DSQLITE_THREADSAFE=0 -DSQLITE_OMIT_LOAD_EXTENSION -I. ;;
	redis) printf '%s\n' -DREDIS_STATIC= -Ideps/hiredis -Ideps/linenoise -Ideps/lua/src \
		-Ideps/hdr_histogram ;;
	esac
}

redis_sources() # NAME: a list of objects in its makefile
{
	sed -n "s/^$1=//p" src/Makefile | tr ' ' '\n' | sed -n 's|\.o$|.c|p' | sed 's|^|src/|'
}

program_sources() # PROGRAM, in its tree
{
	case $1 in
	lua) printf '%s\n' src/*.c | grep -v /luac.c ;;
	sqlite) printf '%s\n' sqlite3.c test/speedtest1.c ;;
	redis) redis_sources REDIS_SERVER_OBJ ;;
	esac
}

program_libraries() # PROGRAM
{
	local deps=$directory/tree/redis/deps
	case $1 in
	redis) echo "$deps/hiredis/libhiredis.a $deps/lua/src/liblua.a $deps/hdr_histogram/libhdrhistogram.a" ;;
	esac
	echo '-lm -ldl -lpthread'
}

is_marked() # PROGRAM SOURCE
{
	[ "$2" = sqlite3.c ] || grep -qxF -- "+++ b/$2" "$here/user/$1.patch"
}

compile_flags='-std=gnu11 -O2 -w -ffunction-sections'

# What an object depends on beside its source.
asked() # PROGRAM KIND
{
	{
		"$cc" --version
		program_flags "$1"
		kind_flags "$2"
		cat "$directory/tree/$1/asked" "$here/user/sets.h"
		echo "$compile_flags"
		[ "$2" = vanilla ] || cat marker/*.h marker/arch/*
	} | cksum
}

# Objects of one folder, two at a time.
compile() # PROGRAM KIND OUT SOURCE...
{
	local program=$1 kind=$2 out=$3 flags
	shift 3
	mapfile -t flags < <(program_flags "$program")
	# shellcheck disable=SC2016,SC2046,SC2086	# the inner shell's; words
	printf '%s\n' "$@" | out=$out xargs -P "$at_once" -I SOURCE sh -c '
		tree=$1 source=$2
		shift 2
		cd "$tree" && "$@" -c -o "$out/$(basename "$source" .c).o" "$source"' sh \
		"$directory/tree/$program" SOURCE "$cc" $compile_flags -I"$PWD" \
		"${flags[@]}" -include "$here/user/sets.h" $(kind_flags "$kind")
}

build() # PROGRAM KIND
{
	local out=$directory/build/$1/$2 vanilla=$directory/build/$1/vanilla want source sources=()
	want=$(asked "$1" "$2")
	if [ "$want" = "$(cat "$out/asked" 2>/dev/null)" ]; then return 0; fi
	say "compiling $1, $2"
	rm -rf "$out" && mkdir -p "$out" || return 1
	while read -r source; do
		if [ "$2" = vanilla ] || is_marked "$1" "$source"; then
			sources+=("$source")
		else
			ln "$vanilla/$(basename "$source" .c).o" "$out/" || return 1
		fi
	done < <(cd "$directory/tree/$1" && program_sources "$1")
	compile "$1" "$2" "$out" "${sources[@]}" >"$out/log" 2>&1 || { head -n 5 "$out/log" >&2; return 1; }
	echo "$want" >"$out/asked"
}

build_helpers()
{
	local name out=$directory/build/helper objects=$directory/build/redis/tool tool sources
	mkdir -p "$out" "$objects" || return 1
	for name in clock switch; do
		"$cc" -std=gnu11 -D_GNU_SOURCE -O2 -I. -c -o "$out/$name.o" "$here/user/$name.c" || return 1
	done
	case " ${programs[*]} " in *' redis '*) ;; *) return 0 ;; esac
	for tool in cli benchmark; do
		[ ! -e "$out/redis-$tool" ] || continue
		mapfile -t sources < <(cd "$directory/tree/redis" && redis_sources "REDIS_${tool^^}_OBJ")
		if ! compile redis vanilla "$objects" "${sources[@]}" >"$objects/log" 2>&1; then
			head -n 5 "$objects/log" >&2
			return 1
		fi
		sources=("${sources[@]#src/}")
		# shellcheck disable=SC2046	# words
		(cd "$objects" && "$cc" -rdynamic -o "$out/redis-$tool" "${sources[@]/%.c/.o}" \
			"$directory/tree/redis/deps/linenoise/linenoise.o" $(program_libraries redis)) || return 1
	done
}

# ---- linking -------------------------------------------------------------------------------------

# The functions that vanilla has; both builds are put in the same order of them, and the cold blocks, which
# have no name there, after them, as the GNU linker does without being asked.
functions_of() # PROGRAM
{
	local list=$directory/build/$1/functions
	[ "$list" -nt "$directory/build/$1/vanilla/asked" ] ||
		nm "$directory/build/$1/vanilla"/*.o | awk '$2 ~ /^[tT]$/ && $3 !~ /\.cold/ { print $3 }' |
		sort -u >"$list"
	echo "$list"
}

link() # PROGRAM KIND ORDER FILE
{
	local out=$directory/build/$1 helper=$directory/build/helper more=() status
	# shellcheck disable=SC2054	# the linker's commas
	if [ "$3" != 0 ]; then
		awk -v seed="$3" -f "$here/user/order.awk" "$(functions_of "$1")" >"$4.order" || return 1
		more+=("-Wl,--symbol-ordering-file=$4.order" -Wl,--no-warn-symbol-ordering)
	fi
	case $1 in
	redis) more+=("$helper/switch.o" '-Wl,--wrap=dictSetHashFunctionSeed') ;;
	*) more+=("$helper/clock.o" '-Wl,--wrap=main') ;;
	esac
	# shellcheck disable=SC2046	# words
	"$cc" -fuse-ld=lld -rdynamic "${more[@]}" -o "$4" "$out/$2"/*.o $(program_libraries "$1") \
		"$build/libmarker.a" -lurcu-bp -lpthread -ldl
	status=$?
	rm -f "$4.order"
	return $status
}
