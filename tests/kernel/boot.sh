#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Boots a kernel under QEMU's software emulation, runs topics in it, and says what came of them.
#	usage: tests/kernel/boot.sh [OPTION]... BUILD_DIR FLAVOUR TOPIC...
#
# A topic is a script of the guest (topic.sh says how one is written).  All run in one boot, one after
# the other.  Results are printed as tests/run counts them, "ok - LABEL: TOPIC: NAME" and so on; the
# exit status is 1 if one of them is "not ok".
#
#	-a PARAMETERS	more parameters of the kernel
#	-e NAME=VALUE	a variable of the topics; may be repeated
#	-f FILE		a file that the topics find beside them, or a folder, of which they find all
#			modules; may be repeated
#	-i		count instructions as time (-icount shift=0,sleep=off); one processor
#	-k IMAGE	another kernel than FLAVOUR's (with -e RELEASE=... if a topic asks for it)
#	-l LABEL	what results and logs are named by, instead of FLAVOUR
#	-m MIB		memory, 512 unless told
#	-o FOLDER	where files go that topics send; BUILD_DIR/kernel/LABEL/sent unless told
#	-q ARGUMENTS	more arguments of QEMU, which overrule those before: "-cpu cortex-a57"
#	-s N		processors, 2 unless told
#	-t SECONDS	the time it may take, 120 unless told
#
# Logs: BUILD_DIR/log/kernel-LABEL-TOPIC.dmesg and .out, by the first topic's name.
set -u
here=$(cd "$(dirname "$0")" && pwd) || exit 1
# shellcheck source=tests/kernel/kernels.sh
. "$here/kernels.sh"
export LC_ALL=C

usage()
{
	sed -n 's/^#	usage: /usage: /p' "$here/boot.sh" >&2
	exit 2
}

absolute() # PATH
{
	realpath -m -- "$1"
}

parameters='' settings=() files=() icount=0 image='' label='' memory=512 qemu=() sent='' smp=2 limit=120
while getopts a:e:f:ik:l:m:o:q:s:t: option; do
	case $option in
	a) parameters=$OPTARG ;;
	e) settings+=("$OPTARG") ;;
	f) files+=("$(absolute "$OPTARG")") ;;
	i) icount=1 ;;
	k) image=$(absolute "$OPTARG") ;;
	l) label=$OPTARG ;;
	m) memory=$OPTARG ;;
	o) sent=$(absolute "$OPTARG") ;;
	q) read -ra qemu <<<"$OPTARG" ;;
	s) smp=$OPTARG ;;
	t) limit=$OPTARG ;;
	*) usage ;;
	esac
done
shift $((OPTIND - 1))
[ $# -ge 3 ] || usage
build=$(absolute "$1") flavour=$2
shift 2
topics=("$@")
label=${label:-$flavour}
sent=${sent:-$build/kernel/$label/sent}
[ $icount = 0 ] || smp=1

give_up() # REASON
{
	echo "not ok - $label: $1"
	exit 1
}

add_module() # FILE: without its debug information, which would be most of what is booted
{
	"${K_CROSS}strip" -g -o "$work/root/guest/$(basename "$1")" "$1"
}

add_file() # PATH
{
	local module
	if [ -d "$1" ]; then
		while read -r module; do
			add_module "$module" || return 1
		done < <(find "$1" -name '*.ko')
	elif [ "${1%.ko}" != "$1" ]; then
		add_module "$1"
	else
		cp "$1" "$work/root/guest/"
	fi
}

# Later ones win, and the shell of the guest reads them.
write_settings()
{
	local setting names=()
	mapfile -t names < <(basename -a "${topics[@]}")
	for setting in "FLAVOUR=$flavour" "RELEASE=$K_RELEASE" "SMP=$smp" "ICOUNT=$icount" \
		"RESULTS=$K_RESULTS" "${settings[@]}" "TOPICS=${names[*]}"; do
		printf "%s='%s'\n" "${setting%%=*}" "${setting#*=}"
	done >"$work/root/guest/settings"
}

make_initrd()
{
	local root=$work/root file
	mkdir -p "$root"/{bin,dev,proc,sys,tmp,guest} || return 1
	cp "$K_BUSYBOX" "$root/bin/busybox" && ln -s busybox "$root/bin/sh" || return 1
	cp "$here/init" "$root/init" && chmod 755 "$root/init" || return 1
	cp "$here/topic.sh" "${topics[@]}" "$root/guest/" || return 1
	for file in "${files[@]}"; do
		add_file "$file" || return 1
	done
	write_settings
	(cd "$root" && find . | cpio --quiet -o -H newc -R +0:+0 | gzip -1) >"$work/initrd"
}

# A kernel that dies ends the run at once: with panic=-1 it restarts, and -no-reboot stops there.  A task
# that hangs is seen before the time is over.  Init starts the other processors: a booting kernel rewrites
# its own text, and QEMU's threads may trap on that for ever (sync_opcodes() in marker/arch/x86_kernel.c).
fixed='maxcpus=1 loglevel=8 printk.devkmsg=on oops=panic panic=-1 sysctl.kernel.hung_task_timeout_secs=45'
boot()
{
	local command=("${K_QEMU[@]}" -m "$memory" -smp "$smp" -nic none -display none -monitor none
		-no-reboot -kernel "${image:-$K_IMAGE}" -initrd initrd "${qemu[@]}")
	[ $icount = 0 ] || command+=(-icount "shift=0,sleep=off")
	command+=(-append "console=$K_CONSOLE $fixed $parameters")
	# In the foreground: who ends this script ends the machine too.
	(cd "$work" && timeout --foreground -k 5 "$limit" "${command[@]}" </dev/null >qemu 2>&1)
}

# What topics sent comes compressed, as text.
receive()
{
	local file
	for file in "$sent"/*.gz.base64; do
		[ -e "$file" ] || continue
		base64 -d "$file" | gzip -dc >"${file%.gz.base64}" ||
			echo "not ok - $label: $(basename "${file%.gz.base64}"): it did not arrive whole"
		rm -f "$file"
	done
}

report() # STATUS
{
	local log
	log=$build/log/kernel-$label-$(basename "${topics[0]}" .sh | sed 's/^guest_//')
	tr -d '\r' <"$work/console" >"$log.dmesg"
	tr -d '\r' <"$work/results" >"$log.out"
	[ "$1" != 124 ] && [ "$1" != 137 ] || echo "not ok - $label: not at its end after $limit s"
	[ "$1" = 0 ] || sed "s/^/# $label: qemu: /" "$work/qemu"
	awk -v label="$label" -v topics="${topics[*]##*/}" -v out="$sent" -f "$here/results.awk" "$log.out"
	receive
	awk -v label="$label" -f "$here/log.awk" "$log.dmesg"
}

kernel_find "$flavour" || give_up "$K_REASON"
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
mkdir -p "$build/log" "$sent" || exit 1
make_initrd || give_up "the initrd cannot be made"
touch "$work/console" "$work/results"
boot
report $? | tee "$work/report"
! grep -q '^not ok' "$work/report"
