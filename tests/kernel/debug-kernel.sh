#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The tests of the modules, shortened, in kernels that watch what they do: built from Debian's
# linux-source-6.1, "debug" with KASAN, lockdep and the like, "kcsan" for data races.
#	usage: tests/kernel/debug-kernel.sh [-n] [-d DIR] [-j JOBS] [-t SECONDS] BUILD_DIR [KERNEL...]
#
#	-d DIR		where the kernels are kept, ${XDG_CACHE_HOME:-~/.cache}/marker/debug unless told
#	-j JOBS		of make, the number of processors unless told
#	-n		the kernels are there: build nothing but the modules
#	-t SECONDS	for one boot, 1200 unless told
#
# Needs 4 GB in the cache; building both takes 15 to 60 minutes, once.  The topics are those of
# test_kernel.sh but for the ones that count instructions, and that of test_record.sh; the long ones do less in a
# kernel that is not the flavour 6.1.
# Prints lines as every test does; a splat of any kind in the kernel's log is "not ok".
set -u
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/report.sh
. tests/report.sh
# shellcheck source=tests/kernel/record.sh
. tests/kernel/record.sh
# shellcheck source=bench/macro/linux-source.sh
. bench/macro/linux-source.sh
export LC_ALL=C

usage()
{
	sed -n 's/^#	usage: /usage: /p' tests/kernel/debug-kernel.sh >&2
	exit 2
}

directory=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/marker/debug limit=1200 built=
while getopts d:j:nt: option; do
	case $option in
	d) directory=$(realpath -m -- "$OPTARG") ;;
	j) S_JOBS=$OPTARG ;;
	n) built=yes ;;
	t) limit=$OPTARG ;;
	*) usage ;;
	esac
done
shift $((OPTIND - 1))
[ $# -ge 1 ] || usage
build=$1
shift
kernels=("$@")
[ ${#kernels[@]} -gt 0 ] || kernels=(debug kcsan)

build_kernel() # KERNEL
{
	[ -z "$built" ] || return 0
	say "building the kernel $1, $S_VERSION, in $directory/$1"
	kernel_configure "$S_TREE" "$directory/$1" bench/macro/guest.config tests/kernel/modules.config \
		"tests/kernel/$1.config" && kernel_build "$S_TREE" "$directory/$1" bzImage modules
}

# And what runs beside them in the guest, and reads what they have recorded.
build_modules() # KERNEL
{
	make -s O="$build" FLAVOUR="$1" KDIR="$directory/$1" modules && make -s O="$build" "$build/tests/kernel/talk"
}

directive() # NAME TOPIC: what a comment of the topic says
{
	sed -n "s/^# $1: //p" "$2"
}

# Of a boot that topics share, or of their own; none that asks for the exactness of -icount.
topics() # shared|alone
{
	local topic flavours options
	for topic in tests/kernel/guest_*.sh; do
		flavours=$(directive flavours "$topic")
		options=$(directive boot "$topic")
		case " ${flavours:-6.1} " in *' 6.1 '*) ;; *) continue ;; esac
		case " $options " in *' -i '*) continue ;; esac
		if [ "$1" = alone ]; then
			[ -z "$options" ] || echo "$topic"
		else
			[ -n "$options" ] || echo "$topic"
		fi
	done
}

# KCSAN finds races in the kernel itself, too: its reports are not read by boot.sh but by kcsan.awk.
judge() # KERNEL TOPIC: what boot.sh says on standard input
{
	local log
	if [ "$1" != kcsan ]; then
		cat
		return
	fi
	log=$build/log/kernel-$1-$(basename "$2" .sh | sed 's/^guest_//').dmesg
	grep -vE '^not ok - [^:]*: [^:]*: kernel log: .*KCSAN|more such lines in the kernel log'
	awk -v label="$1" -f tests/kernel/kcsan.awk "$log"
}

boot() # KERNEL TOPIC... [-- OPTION...]
{
	local kernel=$1 topics=() options=() release
	shift
	while [ $# -gt 0 ] && [ "$1" != -- ]; do
		topics+=("$1")
		shift
	done
	options=("${@:2}")
	release=$(cat "$directory/$kernel/include/config/kernel.release")
	tests/kernel/boot.sh -m 1024 -a sysctl.kernel.hung_task_timeout_secs=240 \
		-f "$build/kernel/$kernel" "${options[@]}" -t "$limit" \
		-k "$directory/$kernel/arch/x86/boot/bzImage" -l "$kernel" \
		-e "RELEASE=$release" -e "FLAVOUR=$kernel" \
		"$build" 6.1 "${topics[@]}" | judge "$kernel" "${topics[0]}"
}

test_kernel() # KERNEL
{
	local topic options shared log=$directory/$1.modules
	build_modules "$1" >"$log" 2>&1
	verdict "$1: the modules are built" $? "$log"
	say "running the modules in $1"
	mapfile -t shared < <(topics shared)
	rm -f "$build/kernel/$1/sent"/record-*.tar
	boot "$1" tests/kernel/debug_sample.sh "${shared[@]}" tests/kernel/debug_leaks.sh
	record_judge "$build" "$1" "$work"
	boot "$1" tests/kernel/record_live.sh tests/kernel/debug_leaks.sh -- -f "$build/tests/kernel/talk"
	while read -r topic; do
		read -ra options < <(directive boot "$topic")
		boot "$1" "$topic" tests/kernel/debug_leaks.sh -- "${options[@]}"
	done < <(topics alone)
}

all()
{
	local kernel
	for kernel in "${kernels[@]}"; do
		if build_kernel "$kernel"; then
			test_kernel "$kernel"
		else
			not_ok "$kernel: the kernel is built"
		fi
	done
}

missing=$(source_missing_packages | paste -sd ' ')
if [ -n "$missing" ]; then
	say "check-debug-kernel: packages are missing: apt-get install $missing"
	exit 1
fi
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
mkdir -p "$directory" "$build/log" || exit 1
exec 9>"$directory/lock"
flock 9
[ -n "$built" ] || source_find || source_fetch || exit 1
results=$directory/results
all 2>&1 | tee "$results"
passed=$(grep -c '^ok' "$results") bad=$(grep -c '^not ok' "$results") skipped=$(grep -c '^skip' "$results")
say "check-debug-kernel: $passed passed, $bad failed, $skipped skipped in $SECONDS s"
[ "$bad" = 0 ]
