#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Public reports about tools that read or compare profiles: what their users should have got is what
# markdiff prints.   usage: test_markdiff_reports.sh [BUILD_DIR]
set -u
. "$(dirname "$0")/markdiff.sh"

four='int f1(void) { return 1; } int f2(void) { return 2; } int f3(void) { return 3; } int f4(void) { return 4; }'

make_four()
{
	program base/x <<<"$four"
	program new/x <<<"int pad(void) { return 0; } $four"
	data base.data base/x f1=10 f2=20 f3=30 f4=40
	data new.data new/x f1=10 f2=30 f3=30 f4=30
	"$markdiff" -q base.data new.data | squeeze >usual
}

# The table of base.data and new.data, whatever stands for one of them.
same_table() # NAME ARGUMENT...
{
	local name=$1
	shift
	table "$name" "$@" <usual
}

# google/perf_data_converter#36: all of the kernel was one symbol.
r1_kernel_symbols()
{
	local shift
	printf '%s\n' 'ffffffff81000000 T _text' 'ffffffff81000100 T do_syscall_64' \
		'ffffffff81000200 t read_zero' 'ffffffff81000300 T vfs_read' 'ffffffff81000400 T end' >kallsyms
	sed 's/ffffffff81/ffffffff91/' kallsyms >moved
	for shift in 0 0x10000000; do
		{
			echo "$event"
			printf 'mmap 4294967295 0 %#x 0x100000 %#x 1 [kernel.kallsyms]_text\n' \
				$((0xffffffff81000000 + shift)) $((0xffffffff81000000 + shift))
			printf 'sample 0 10 2 %#x %d 1\n' $((0xffffffff81000110 + shift)) 20 \
				$((0xffffffff81000210 + shift)) 30 $((0xffffffff81000310 + shift)) 50
		} | write_data "kernel-$shift.data"
	done
	cat >want.kernel <<-END
		50.00% +0.00% [kernel.kallsyms] [k] vfs_read
		30.00% +0.00% [kernel.kallsyms] [k] read_zero
		20.00% +0.00% [kernel.kallsyms] [k] do_syscall_64
	END
	table "1: kernel rows by function" --kallsyms kallsyms kernel-0.data kernel-0.data <want.kernel
	table "1: kallsyms of another boot" --kallsyms moved kernel-0.data kernel-0.data <want.kernel
	table "1: two boots" --kallsyms kallsyms kernel-0.data kernel-0x10000000.data <want.kernel
}

r1_recorded()
{
	if [ "$(cat /proc/sys/kernel/kptr_restrict)" != 0 ] && [ "$(id -u)" != 0 ]; then
		skip "1: kernel rows of dd" "the kernel hides its addresses (kernel.kptr_restrict)"
		return
	fi
	perf record -q -F 4000 -e cpu-clock -o dd.data dd if=/dev/zero of=/dev/null bs=4k count=400000 2>/dev/null
	expect "1: dd" 0 "" -d '[kernel.kallsyms],dd' dd.data dd.data
	has "1: kernel rows of dd" '\[k\] (read_zero|vfs_read|ksys_read)$'
	check "1: several of them" test "$(grep -c '\[k\] [a-z_]' stdout)" -ge 3
}

# mstange/linux-perf-data#17, KDAB/hotspot#736: record -z, several events, record 83.
r2_compressed()
{
	expect "2: record 81 and record 83, both byte orders" 0 "" -s comm -p \
		"$corpus/packed81-stream.data" "$corpus/packed83.data" "$corpus/packed83-big.data"
	has "2: the same samples" '^ +100\.00% +4780 +\+0\.00% +4780 +\+0\.00% +4780  packed'
}

r2_recorded()
{
	local samples
	# More than a packed record holds, and records that lie across their ends.
	perf record -q -z -F 20000 -e cpu-clock -e task-clock -o z.data \
		dd if=/dev/zero of=/dev/null bs=4k count=500000 2>/dev/null
	samples=$(perf script -i z.data -F event 2>/dev/null | wc -l)
	expect "2: -z of two events" 0 "z.data: [0-9]+ records, $samples samples" -v -s dso z.data z.data
	check "2: -z of two events: two tables" equal "$(grep -c '^# Event' stdout)" 2
	has_not "2: -z of two events: no differences" '[-+][0-9.]*[1-9][0-9.]*%'
}

# mstange/linux-perf-data#19: no pipe mode.
r3_pipes()
{
	{ echo stream; echo "$event"; process 10 base/x f1=10 f2=20 f3=30 f4=40; } | write_data pipe.data
	same_table "3: a stream in a file" pipe.data new.data
	mkfifo fifo
	cat pipe.data >fifo &
	same_table "3: a stream from a named pipe" fifo new.data
	wait
	cat pipe.data | "$markdiff" -q - new.data | squeeze >got
	check "3: a stream from standard input" diff usual got
}

patch_file() # FILE OFFSET BYTES
{
	printf '%b' "$3" | dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}

word_at() # FILE OFFSET: 8 bytes
{
	od -An -tu8 -j "$2" -N 8 "$1" | tr -d ' '
}

# google/autofdo#233, google/perf_data_converter#163, #179: features of newer perfs, bad sections.
r4_features()
{
	local bit table
	{
		echo "$event"
		process 10 base/x f1=10 f2=20 f3=30 f4=40
		echo "build-id 10 2 $(build_id base/x) $dir/base/x"
		echo "text 3 host"
		for bit in 32 33 34 35 36 37 38 39 40 63; do echo "junk $bit"; done
	} | write_data features.data
	same_table "4: features that nobody knows yet" features.data new.data
	cp features.data zeroed.data
	table=$(($(word_at zeroed.data 40) + $(word_at zeroed.data 48)))
	patch_file zeroed.data "$(word_at zeroed.data $table)" '\0\0\0\0\0\0\0\0'
	same_table "4: a build-id without type and size" zeroed.data new.data
	cp features.data far.data
	patch_file far.data $((table + 16)) '\x13\x57\x13\x57\x13\x57\x38\0'
	same_table "4: a section beyond the file" far.data new.data
	check "4: 250 corruptions end in an answer or a sentence" equal "$(corrupt_all)" 0
}

corrupt_all()
{
	local i bad=0 size
	size=$(stat -c %s features.data)
	RANDOM=7
	for ((i = 0; i < 250; i++)); do
		cp features.data damaged.data
		patch_file damaged.data $(((RANDOM << 15 | RANDOM) % size)) "\\x$((RANDOM % 10))f\\xff\\x7f"
		"$markdiff" -s dso,comm damaged.data new.data >/dev/null 2>&1
		case $? in 0 | 3) ;; *) bad=$((bad + 1)) ;; esac
	done
	echo $bad
}

# brendangregg/FlameGraph#165, KDAB/hotspot#124: periods were ignored, or one huge one decided all.
r5_periods()
{
	data p1.data base/x f1=1 f1=1 f1=1 f2=97
	data p2.data new/x f1=1 f1=1 f1=1 f2=9999999999997
	table "5: periods count, not samples" -p p1.data p1.data <<-END
		97.00% 97 +0.00% 97 x [.] f2
		3.00% 3 +0.00% 3 x [.] f1
	END
	table "5: a huge period" -p p1.data p2.data <<-END
		97.00% 97 +3.00% 9999999999997 x [.] f2
		3.00% 3 -3.00% 3 x [.] f1
	END
}

r5_large_sample()
{
	# shellcheck disable=SC2046	# thirty words
	data p30.data new/x $(printf 'f1=1 %.0s' {1..30}) f2=9999999999997
	expect "5: one sample that is nearly all" 0 "" p1.data p30.data
	has "5: it is said which file has it" '^# .*p30\.data: one sample of cpu-clock alone is 100\.0 %'
	has_not "5: the other file has none" '^# .*p1\.data: one sample'
}

# jonhoo/inferno#293, FlameGraph#44: a change had one number, of which nobody knew what it was.
r6_numbers()
{
	data n1.data base/x f1=50 f2=25 f3=25
	data n2.data new/x f2=25 f3=50 f4=125
	table "6: base, new, how many times" -c ratio -p n1.data n2.data <<-END
		25.00% 25 2.000000 50 x [.] f3
		25.00% 25 1.000000 25 x [.] f2
		0 N/A 125 x [.] f4
		50.00% 50 x [.] f1
	END
	table "6: the difference itself" -c wdiff:1,1 n1.data n2.data <<-END
		25.00% 25 x [.] f3
		25.00% 0 x [.] f2
		N/A x [.] f4
		50.00% x [.] f1
	END
	table "6: the share" n1.data n2.data <<-END
		+62.50% x [.] f4
		25.00% -12.50% x [.] f2
		25.00% +0.00% x [.] f3
		50.00% x [.] f1
	END
}

# The issue's own figures: both2 doubled and was shown as +12.50%, what vanished as -0.8 %.
r6_folded()
{
	printf '%s\n' 'both1 25' 'both2 25' 'base_only 50' >f1.folded
	printf '%s\n' 'both1 25' 'both2 50' 'changed_only 125' >f2.folded
	table "6: folded: how many times" -c ratio -p f1.folded f2.folded <<-END
		25.00% 25 2.000000 50 [.] both2
		25.00% 25 1.000000 25 [.] both1
		0 N/A 125 [.] changed_only
		50.00% 50 [.] base_only
	END
	table "6: folded: the share" f1.folded f2.folded <<-END
		+62.50% [.] changed_only
		25.00% -12.50% [.] both1
		25.00% +0.00% [.] both2
		50.00% [.] base_only
	END
}

# jonhoo/inferno#295, FlameGraph#159, PR#329: a parent that grew three times was shown unchanged.
r7_inclusive()
{
	printf '%s\n' 'parent;first_child 10' 'parent;second_child 10' 'parent2 30' >g1.folded
	printf '%s\n' 'parent;first_child 30' 'parent;second_child 30' 'parent2 30' >g2.folded
	expect "7: inclusive cost" 0 "" -q --children -c ratio -p g1.folded g2.folded
	has "7: the parent grew three times" '^ +40\.00% +20 +3\.000000 +60 .* parent$'
	has "7: and so did each child" '^ +20\.00% +10 +3\.000000 +30 +20\.00% +10 +3\.000000 +30 .* first_child$'
	has "7: the other one did not" '^ +60\.00% +30 +1\.000000 +30 .* parent2$'
	table "7: self cost" g1.folded g2.folded <<-END
		60.00% -26.67% [.] parent2
		20.00% +13.33% [.] first_child
		20.00% +13.33% [.] second_child
	END
}

# rust-lang/rustc-perf#1931, samply#785, dump_syms#130, perforator#11: what compilers add to names.
r8_names()
{
	program n1/x <<-END
		int a(void) asm("_ZN1a1f17h0123456789abcdefE"); int a(void) { return 1; }
		int b(void) asm("f2.llvm.123"); int b(void) { return 2; }
		int c(void) asm("parse.cold"); int c(void) { return 3; }
		int d(void) asm("parse"); int d(void) { return 4; }
		int e(void) asm("_ZN1a1g17h1111111111111111E"); int e(void) { return 5; }
	END
	program n2/x <<-END
		int a(void) asm("_ZN1a1f17hfedcba9876543210E"); int a(void) { return 1; }
		int b(void) asm("f2"); int b(void) { return 2; }
		int c(void) asm("parse.cold"); int c(void) { return 3; }
		int d(void) asm("parse"); int d(void) { return 4; }
		int e(void) asm("_ZN1a1g17h2222222222222222E"); int e(void) { return 5; }
		int f(void) asm("_ZN1a1g17h3333333333333333E"); int f(void) { return 6; }
	END
	data r1.data n1/x _ZN1a1f17h0123456789abcdefE=40 f2.llvm.123=30 parse.cold=10 parse=15 \
		_ZN1a1g17h1111111111111111E=5
	data r2.data n2/x _ZN1a1f17hfedcba9876543210E=30 f2=20 parse.cold=15 parse=10 \
		_ZN1a1g17h2222222222222222E=15 _ZN1a1g17h3333333333333333E=10
	expect "8: names with hashes and suffixes" 0 "" r1.data r2.data
	has "8: Rust hashes" '^ +40\.00% +-10\.00%  x +\[\.\] a::f$'
	has "8: .llvm.N, and both names are told" '^ +30\.00% +-10\.00%  x +\[\.\] f2\.llvm\.123 -> f2$'
	has "8: a cold part with the cold part" '^ +10\.00% +\+5\.00%  x +\[\.\] parse\.cold$'
	has "8: the function with the function" '^ +15\.00% +-5\.00%  x +\[\.\] parse$'
	check "8: what could be either of two is neither" equal "$(grep -cE 'a::g' stdout)" 3
}

r8_exact()
{
	table "8: --match=exact" --match=exact -S f2,f2.llvm.123,parse,parse.cold r1.data r2.data <<-END
		+20.00% x [.] f2
		15.00% -5.00% x [.] parse
		10.00% +5.00% x [.] parse.cold
		30.00% x [.] f2.llvm.123
	END
	expect "8: names without suffixes" 0 "" r1.data r2.data
	has "8: it is said how many paired so" '^# .*2 symbols were paired by name without suffixes'
}

# google/pprof#323, cms-sw/cmssw#32680, #46578: denominators.
r9_denominators()
{
	table "9: a file with itself" base.data base.data <<-END
		40.00% +0.00% x [.] f4
		30.00% +0.00% x [.] f3
		20.00% +0.00% x [.] f2
		10.00% +0.00% x [.] f1
	END
	data large.data new/x f1=100 f2=300 f3=300 f4=300
	same_table "9: ten times as many samples" base.data large.data
	check "9: the changes of shares cancel out" equal \
		"$("$markdiff" -q -c delta base.data large.data | awk '{ sum += $2 } END { print sum + 0 }')" 0
	{ echo "$event"; process 10 base/x; } | write_data empty.data
	for file in "empty.data base.data" "base.data empty.data" "empty.data empty.data"; do
		# shellcheck disable=SC2086
		"$markdiff" $file >stdout 2>stderr
		case $? in 0 | 3) true ;; *) false ;; esac
		verdict "9: $file: an answer or a sentence" $? stderr
		has_not "9: $file: no nan" 'nan|inf'
	done
}

# KDAB/hotspot#164: attached to many threads, each mapping was recorded again for each of them.
r10_repeated_maps()
{
	{
		echo "$event"
		process 10 base/x f1=10 f2=20 f3=30 f4=40 >lines
		for i in 1 2 3 4; do grep '^mmap2' lines; done
		grep -v '^mmap2' lines
		grep '^mmap2' lines | sed "s/^mmap2 10 1 /mmap2 10 90 /"
	} | write_data repeated.data
	same_table "10: each mapping five times" repeated.data new.data
	{
		echo "$event"
		echo "mmap2 10 0 0x400000 0x200000 0 - /gone/y"
		cat lines
		echo "mmap2 10 80 0x400800 0x1000 0 - /gone/z"
	} | write_data over.data
	same_table "10: mapped over another one" over.data new.data
}

# KDAB/hotspot#283, #285, #513, mstange/samply#267, #683: recorded in a container, or elsewhere.
r11_elsewhere()
{
	local id
	as=/ct/x data ct1.data base/x f1=10 f2=20 f3=30 f4=40
	as=/ct/x data ct2.data new/x f1=10 f2=30 f3=30 f4=30
	mkdir -p root/ct flat
	cp base/x root/ct/x
	cp base/x flat/x
	as=/ct/x data same.data base/x f1=10 f2=30 f3=30 f4=30
	same_table "11: --symfs, with its paths" --symfs root ct1.data same.data
	same_table "11: --symfs, one directory with all files" --symfs flat ct1.data same.data
	for file in base/x new/x; do	# as perf archive packs them
		id=$(build_id $file)
		mkdir -p ".debug/.build-id/${id:0:2}" ".debug/ct/x/$id"
		cp $file ".debug/ct/x/$id/elf"
		ln -s "../../ct/x/$id" ".debug/.build-id/${id:0:2}/${id:2}"
	done
	same_table "11: two builds of a path in ~/.debug" ct1.data ct2.data
	rm -r .debug
	expect "11: not to be found" 0 "" ct1.data ct2.data
	has "11: not to be found: an address" '^ +100\.00% +\+0\.00%  x +\[\.\] 0x[0-9a-f]{16}$'
}

# Each machine has its own files under the same paths, without build-ids to tell them apart.
r11_each_its_own()
{
	mkdir -p root1/ct
	cp new/x root1/ct/x
	id=- as=/ct/x data own1.data base/x f1=10 f2=20 f3=30 f4=40
	id=- as=/ct/x data own2.data new/x f1=10 f2=30 f3=30 f4=30
	same_table "11: --symfs of each file" --symfs 0:root --symfs 1:root1 own1.data own2.data
}

r11_count()
{
	expect "11: not to be found" 0 "" ct1.data ct2.data
	has "11: not to be found: how much, where, and what to do" \
		'^# .*ct1\.data: 100\.00 % in /ct/x have no symbol: .*not found.*--symfs'
}

# golang/go#20728, LKML 20201124103652.438-1-thunder.leizhen, 20210302023533.1572231-1-dima: statuses.
r12_status()
{
	echo "no recording" >garbage
	mkdir -p nothing
	expect "12: compared" 0 "" base.data new.data
	expect "12: usage" 2 "markdiff: .*--help" --no-such-option base.data new.data
	for file in missing garbage nothing; do
		expect "12: second file: $file" 3 "markdiff: $file: " base.data $file
		expect "12: first file: $file" 3 "markdiff: $file: " $file base.data
		expect "12: third file: $file" 3 "markdiff: $file: " base.data new.data $file
	done
	check "12: an error is a line" equal "$(wc -l <stderr)" 1
	r12_forbidden
}

r12_forbidden()
{
	local run=()
	if [ "$(id -u)" = 0 ]; then
		run=(setpriv --reuid 65534 --regid 65534 --clear-groups)
		"${run[@]}" test -x "$markdiff" 2>/dev/null ||
			{ skip "12: not readable" "nobody may not run $markdiff"; return; }
	fi
	cp new.data forbidden.data
	chmod 000 forbidden.data
	chmod 755 .
	"${run[@]}" "$markdiff" base.data forbidden.data >stdout 2>stderr
	check "12: not readable: status" equal $? 3
	check "12: not readable: why" grep -q 'forbidden.data: .*[Pp]ermi' stderr
}

make_four
r1_kernel_symbols
r2_compressed
if can_record; then
	r1_recorded
	r2_recorded
else
	skip "1: kernel rows of dd" "perf record: $(head -n 1 reason)"
	skip "2: -z of two events" "perf record: $(head -n 1 reason)"
fi
r3_pipes
r4_features
r5_periods
r5_large_sample
r6_numbers
r6_folded
r7_inclusive
r8_names
r8_exact
r9_denominators
r10_repeated_maps
r11_elsewhere
r11_each_its_own
r11_count
r12_status
exit $failed
