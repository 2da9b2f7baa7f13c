# SPDX-License-Identifier: GPL-2.0-only
#
# Debian's kernels that the modules are tested with: where each is, what builds modules for it, and
# what boots it.  To be sourced, by bash:
#
#	. tests/kernel/kernels.sh
#	kernel_find rt || echo "not here: $K_REASON"
#	kernel_modules "$build" rt || echo "they do not build"
#	"${K_QEMU[@]}" -kernel "$K_IMAGE" ...
#
# tests/kernel-deps.sh puts the images where kernel_find looks for them.  The headers of 6.1 and rt
# are Debian packages that the machine has; those of 6.12 are unpacked beside the image, because that
# package depends on a kernel that the machine would boot, and so are those of arm64.

# shellcheck shell=bash
# shellcheck disable=SC2034	# the variables are the caller's
KERNEL_FLAVOURS=(6.1 rt 6.12 arm64)
KERNEL_CACHE=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/marker/kernels

# The Debian package whose dependency names the newest release of a flavour.
kernel_metapackage() # FLAVOUR
{
	case $1 in
	6.1) echo linux-headers-amd64 ;;
	rt) echo linux-headers-rt-amd64 ;;
	6.12) echo linux-headers-6.12-amd64 ;;
	arm64) echo linux-headers-arm64:arm64 ;;
	*) return 1 ;;
	esac
}

# Whether the headers are a package of this machine, which then says which image is the right one.
kernel_headers_installed() # FLAVOUR
{
	[ "$1" = 6.1 ] || [ "$1" = rt ]
}

# "linux-headers-6.1.0-57-amd64 (= 6.1.192-3)" on standard input, in any field: RELEASE VERSION.
kernel_of_dependency()
{
	sed -nE 's/.*linux-headers-([0-9][^ :]*)(:[a-z0-9]+)? \(= ([^)]+)\).*/\1 \3/p' | head -n 1
}

kernel_installed_release() # FLAVOUR: RELEASE VERSION
{
	dpkg-query -W -f '${Status} ${Depends}\n' "$(kernel_metapackage "$1")" 2>/dev/null |
		grep '^install ok installed' | kernel_of_dependency
}

# A folder of the cache is RELEASE_VERSION; of several, the newest.
kernel_cached_release() # FLAVOUR: RELEASE VERSION
{
	find "$KERNEL_CACHE/$1" -mindepth 1 -maxdepth 1 -name '*_*' -printf '%f\n' 2>/dev/null |
		sort -V | tail -n 1 | tr _ ' '
}

kernel_release() # FLAVOUR: RELEASE VERSION
{
	if kernel_headers_installed "$1"; then
		kernel_installed_release "$1"
	else
		kernel_cached_release "$1"
	fi
}

# The second serial port is where the guest's results come out; both ports write into files of the
# folder that QEMU is started in.  arm64's machine has one port of its own, the other comes by PCI.
kernel_target() # FLAVOUR: how it is built and booted
{
	case $1 in
	arm64)
		K_MAKE=(ARCH=arm64 CROSS_COMPILE=aarch64-linux-gnu-) K_CROSS=aarch64-linux-gnu-
		# The architecture's pointer authentication costs seconds to emulate.
		K_QEMU=(qemu-system-aarch64 -M virt -cpu "max,pauth-impdef=on" -accel tcg
			-serial file:console -chardev "file,id=results,path=results"
			-device "pci-serial,chardev=results")
		K_CONSOLE=ttyAMA0 K_RESULTS=ttyS0 K_BUSYBOX=$K_DIR/busybox
		;;
	*)
		K_MAKE=() K_CROSS=
		K_QEMU=(qemu-system-x86_64 -accel tcg -serial file:console -serial file:results)
		K_CONSOLE=ttyS0 K_RESULTS=ttyS1 K_BUSYBOX=$(command -v busybox)
		;;
	esac
}

# Sets, for a flavour whose image is in the cache:
#	K_RELEASE	what uname -r will say	K_VERSION	the Debian package's version
#	K_DIR		its folder in the cache	K_VMLINUZ	the image
#	K_IMAGE		what is booted: the image, or the kernel that was unpacked from it
#	K_KDIR		the headers		K_MAKE		arguments that make modules needs
#	K_QEMU		the command		K_CROSS		prefix of the binutils
#	K_CONSOLE	tty of the kernel's log	K_RESULTS	tty of the guest's results
#	K_BUSYBOX	a static busybox that runs in it
# or fails, with the reason in K_REASON.
kernel_find() # FLAVOUR
{
	K_REASON=
	read -r K_RELEASE K_VERSION < <(kernel_release "$1")
	if [ -z "$K_RELEASE" ]; then
		K_REASON="$(kernel_metapackage "$1") is not there, see tests/deps.sh and tests/kernel-deps.sh"
		return 1
	fi
	K_DIR=$KERNEL_CACHE/$1/${K_RELEASE}_$K_VERSION
	K_VMLINUZ=$K_DIR/vmlinuz
	if [ ! -e "$K_VMLINUZ" ]; then
		K_REASON="the image of $K_RELEASE $K_VERSION is not in the cache, see tests/kernel-deps.sh"
		return 1
	fi
	K_IMAGE=$K_VMLINUZ
	[ ! -e "$K_DIR/vmlinux" ] || K_IMAGE=$K_DIR/vmlinux
	K_KDIR=$K_DIR/src/linux-headers-$K_RELEASE
	kernel_headers_installed "$1" && K_KDIR=/usr/src/linux-headers-$K_RELEASE
	kernel_target "$1"
}

# The modules, for the kernel that was found, in BUILD_DIR/kernel/FLAVOUR.  Fails on a warning, too: a
# build that comes later finds nothing to say.  "Skipping BTF generation" is none: Debian's headers
# come without what it needs.
kernel_modules() # BUILD_DIR FLAVOUR
{
	local said status
	said=$(make -s O="$1" FLAVOUR="$2" KDIR="$K_KDIR" "${K_MAKE[@]}" modules 2>&1)
	status=$?
	echo "$said"
	[ $status = 0 ] && ! grep -qE '\b(warning|WARNING|error|ERROR)\b' <<<"$said"
}
