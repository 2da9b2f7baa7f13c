#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The macro-benchmarks of 2006 on real hardware: the time that a kernel takes to compile, and the rate of
# ping -f, with markers absent (one kernel), off and on (another one).  Installs nothing and boots
# nothing: it builds, says what to do, measures, and reports.
#	usage: bench/macro/hardware.sh [-n] [-d DIR] build [-c CONFIG]
#	usage: bench/macro/hardware.sh [-n] [-d DIR] next
#	usage: bench/macro/hardware.sh [-n] [-d DIR] measure [-r ROUNDS] [-p PEER] [-k TARGET] [WORK...]
#	usage: bench/macro/hardware.sh [-d DIR] report
#
#	build		both kernels, with one configuration: CONFIG, or that of the running kernel
#			without the modules that it has not loaded
#	next		which of the two to boot, so that their boots take turns
#	measure		in one of them, as root: each WORK (compile, ping) ROUNDS times, with the markers
#			off and on in turns; adds to DIR/results
#	report		medians, and differences with their 95 % intervals, over all boots
#
#	-n		show the commands that would be run, and run none
#	-d DIR		${XDG_CACHE_HOME:-~/.cache}/marker/hardware unless told
#	-c CONFIG	a .config
#	-r ROUNDS	5 unless told
#	-p PEER		the host that is pinged, 127.0.0.1 unless told
#	-k TARGET	the configuration that is compiled, defconfig unless told (or tinyconfig)
#
# Two kernels differ in where the linker puts things as well as in their markers, and one boot differs
# from the next: take five boots of each or more, and believe no difference smaller than its interval.
set -u
cd "$(dirname "$0")/../.." || exit 1
here=$PWD/bench/macro
# shellcheck source=bench/macro/linux-source.sh
. "$here/linux-source.sh"
export LC_ALL=C

usage()
{
	sed -n 's/^#	usage: /usage: /p' "$here/hardware.sh" >&2
	exit 2
}

give_up() # REASON
{
	say "$1" >&2
	exit 1
}

run() # COMMAND...
{
	local word
	if [ $dry = 0 ]; then
		"$@"
		return
	fi
	printf '+'
	for word in "$@"; do
		case $word in
		'' | *[!A-Za-z0-9_./=:,+-]*) printf " '%s'" "$word" ;;
		*) printf ' %s' "$word" ;;
		esac
	done
	echo
}

# ---- build and next ------------------------------------------------------------------------------

# Debian's configuration names certificates that only Debian's builders have.
settings='-e DEBUG_FS -e DEBUG_INFO_NONE -d DEBUG_INFO_BTF -d MODULE_SIG --set-str SYSTEM_TRUSTED_KEYS'

configure() # TREE NAME
{
	local objects=$directory/$2
	run mkdir -p "$objects" || return 1
	if [ -n "$config" ]; then
		run cp "$config" "$objects/.config" || return 1
	else
		run cp "/boot/config-$(uname -r)" "$objects/.config" &&
			run sh -c 'yes "" | make -s -C "$1" O="$2" localmodconfig' sh "$1" "$objects" || return 1
	fi
	# shellcheck disable=SC2086	# words
	run "$1/scripts/config" --file "$objects/.config" $settings '' --set-str LOCALVERSION "-marker-$2" &&
		run make -s -C "$1" O="$objects" olddefconfig
}

build() # TREE NAME
{
	say "building the $2 kernel in $directory/$2"
	configure "$1" "$2" || give_up "the $2 kernel could not be configured"
	if [ $dry = 1 ]; then
		run make -C "$1" O="$directory/$2" -j"$S_JOBS" bzImage modules
	else
		kernel_build "$1" "$directory/$2" bzImage modules || exit 1
	fi
}

command_build()
{
	local missing
	missing=$(source_missing_packages | paste -sd ' ')
	[ -z "$missing" ] || give_up "packages are missing: apt-get install $missing libssl-dev"
	[ -n "$config" ] || [ -e "/boot/config-$(uname -r)" ] ||
		give_up "the running kernel's configuration is not in /boot: give one with -c"
	source_find || run source_fetch || exit 1
	run mkdir -p "$directory"
	build "$S_TREE" vanilla
	run source_marked "$PWD" "$directory/tree" || give_up 'the patch does not apply'
	build "$directory/tree" marked
	cat <<-END
		Nothing has been installed.  As root, on the machine that is measured:
		  make -C $directory/vanilla modules_install install
		  make -C $directory/marked modules_install install
		Then, five times or more for each kernel:
		  $0 next                boot the kernel that it names (grub-reboot 'ENTRY'; reboot)
		  $0 measure             as root, on an idle machine
		and at last
		  $0 report
		For less noise: the performance governor, no turbo, no other users.
	END
}

boots_of() # KERNEL
{
	[ -e "$results" ] || return 0
	awk -F '\t' -v kernel="$1" '$2 == kernel { print $1 }' "$results" | sort -u | wc -l
}

command_next()
{
	local vanilla marked
	vanilla=$(boots_of vanilla) marked=$(boots_of marked)
	say "boots measured: vanilla ${vanilla:-0}, marked ${marked:-0}"
	if [ "${vanilla:-0}" -le "${marked:-0}" ]; then
		say 'next: *-marker-vanilla'
	else
		say 'next: *-marker-marked'
	fi
}

# ---- measure -------------------------------------------------------------------------------------

cold_cache()
{
	run sync
	run sh -c 'echo 3 >/proc/sys/vm/drop_caches'
}

# Prints REAL USER SYS in seconds.
timed() # COMMAND...
{
	local TIMEFORMAT='%R %U %S'
	if [ $dry = 1 ]; then
		run "$@"
		return
	fi
	{ time "$@" >"$directory/log" 2>&1; } 2>&1
}

do_compile()
{
	local objects=$directory/compiled
	run rm -rf "$objects"
	run mkdir -p "$objects"
	if [ $dry = 1 ]; then
		run make -s -C "$S_TREE" O="$objects" "$target"
	else
		make -s -C "$S_TREE" O="$objects" "$target" >"$directory/log" 2>&1 || return 1
	fi
	cold_cache
	timed make -s -C "$S_TREE" O="$objects" -j"$S_JOBS" vmlinux
}

do_ping()
{
	timed ping -q -f -c 200000 "$peer"
}

switch() # STATE
{
	case $1 in
	on) run sh -c 'echo "enable * empty" >/sys/kernel/debug/marker/control' ;;
	# An error where nothing was connected.
	off) run sh -c 'echo "disable *" >/sys/kernel/debug/marker/control || :' 2>/dev/null ;;
	esac
}

one() # STATE WORK ROUND
{
	local said
	switch "$1"
	if [ $dry = 1 ]; then
		"do_$2"
		return
	fi
	said=$("do_$2") || give_up "$2 failed, see $directory/log"
	say "$kernel, markers $1, $2, round $3: real, user, sys: $said s"
	printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$(cat /proc/sys/kernel/random/boot_id)" "$kernel" "$1" "$2" "$3" \
		"${said// /	}" >>"$results"
}

# off on, on off, off on, ...: what drifts is the same for both.
round() # ROUND
{
	local state states work
	case $kernel in
	vanilla) states=(absent) ;;
	*) if [ $(($1 % 2)) = 0 ]; then states=(off on); else states=(on off); fi ;;
	esac
	for work in "${works[@]}"; do
		for state in "${states[@]}"; do
			one "$state" "$work" "$1"
		done
	done
}

command_measure()
{
	local number
	case $(uname -r) in
	*-marker-vanilla) kernel=vanilla ;;
	*-marker-marked) kernel=marked ;;
	*)
		[ $dry = 1 ] || give_up "this is no kernel of ours ($(uname -r)): build, install and boot one first"
		kernel=marked
		;;
	esac
	[ $dry = 1 ] || [ "$(id -u)" = 0 ] || give_up 'ping -f and the markers need root'
	[ $dry = 1 ] || [ "$kernel" = vanilla ] || [ -e /sys/kernel/debug/marker/control ] ||
		give_up 'mount debugfs first: mount -t debugfs debugfs /sys/kernel/debug'
	source_find || run source_fetch || exit 1
	for ((number = 0; number < rounds; number++)); do
		round $number
		[ $dry = 0 ] || break
	done
	switch off
	[ $dry = 1 ] || say "added to $results"
}

command_report()
{
	[ -s "$results" ] || give_up "nothing has been measured yet: $results"
	awk -f "$here/../median.awk" -f "$here/hardware.awk" "$results"
}

# ---- arguments -----------------------------------------------------------------------------------

dry=0 directory=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/marker/hardware
while getopts d:n option; do
	case $option in
	d) directory=$(realpath -m -- "$OPTARG") ;;
	n) dry=1 ;;
	*) usage ;;
	esac
done
shift $((OPTIND - 1))
command=${1-}
[ $# -gt 0 ] && shift
config='' rounds=5 peer=127.0.0.1 target=defconfig OPTIND=1
while getopts c:r:p:k: option; do
	case $option in
	c) config=$(realpath -e -- "$OPTARG") || exit 1 ;;
	r) rounds=$OPTARG ;;
	p) peer=$OPTARG ;;
	k) target=$OPTARG ;;
	*) usage ;;
	esac
done
shift $((OPTIND - 1))
works=("$@")
[ ${#works[@]} -gt 0 ] || works=(compile ping)
for work in "${works[@]}"; do
	[ "$work" = compile ] || [ "$work" = ping ] || usage
done
results=$directory/results
case $command in
build | next | measure | report) "command_$command" ;;
*) usage ;;
esac
