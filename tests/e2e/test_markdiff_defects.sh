#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Where perf diff is wrong (P1 to P22 of Documentation/man/markdiff.1.rst, DIFFERENCES), markdiff is
# right: each with the figures that it must print.   usage: test_markdiff_defects.sh [BUILD_DIR]
set -u
. "$(dirname "$0")/markdiff.sh"

three='int f1(void) { return 1; } int f2(void) { return 2; } int f3(void) { return 3; }'

# Two builds with their functions in another order, at the same path and at another one.
make_three()
{
	program d1/example <<<"$three int add(void) { return 4; } int dead(void) { return 5; }"
	program d3/example <<<"int pad(void) { return 0; } int dead(void) { return 5; } int add(void) { return 4; } $three"
	data v1.data d1/example f1=10 f2=40 f3=30 add=15 dead=5
	data v3.data d3/example f1=10 f2=50 f3=20 add=10 dead=10
}

p1_names_in_hexadecimal()
{
	table "P1: -S f2 finds f2" -S f2 v1.data v3.data <<-END
		40.00% +10.00% example
	END
	table "P1: -S of names that are all hexadecimal" -S f3,add,dead v1.data v3.data <<-END
		30.00% -10.00% example [.] f3
		15.00% -5.00% example [.] add
		5.00% +5.00% example [.] dead
	END
}

p2_verbose_rows()
{
	"$markdiff" -q v1.data v3.data | squeeze >plain
	"$markdiff" -q -v v1.data v3.data 2>/dev/null | squeeze >verbose
	check "P2: rows without -v" equal "$(wc -l <plain)" 5
	check "P2: -v has the same figures" \
		diff <(cut -d' ' -f1,2 plain) <(cut -d' ' -f1,2 verbose)
}

p3_baseline_only()
{
	program d4/example <<<"$three int gone(void) { return 4; } int new(void) { return 5; }"
	data b1.data d4/example f1=50 f2=30 gone=20
	data b2.data d4/example f1=60 f2=20 new=20
	table "P3: -b keeps the denominators" -b b1.data b2.data <<-END
		50.00% +10.00% example [.] f1
		30.00% -10.00% example [.] f2
	END
	table "P3: the same rows without -b, and the others" b1.data b2.data <<-END
		+20.00% example [.] new
		50.00% +10.00% example [.] f1
		30.00% -10.00% example [.] f2
		20.00% example [.] gone
	END
}

p4_separator()
{
	printf '%s\n' '50.00,+10.00%,example,[.] f1' '30.00,-10.00%,example,[.] f2' >want
	"$markdiff" -q -b -t, b1.data b2.data >got
	check "P4: -t pads nothing" diff want got
}

p5_pipe_mode()
{
	{ echo stream; echo "$event"; process 10 d1/example f1=10 f2=40 f3=30 add=15 dead=5; } |
		write_data pipe.data
	"$markdiff" -q v1.data v3.data >want
	"$markdiff" -q pipe.data v3.data >got
	check "P5: a pipe-mode file" diff want got
	"$markdiff" -q - v3.data <pipe.data >got
	check "P5: standard input" diff want got
	can_record || { skip "P5: recorded into a pipe" "perf record: $(head -n 1 reason)"; return; }
	perf record -q -F 4000 -e cpu-clock -o - dd if=/dev/zero of=/dev/null bs=4k count=200000 \
		2>/dev/null >recorded.data
	expect "P5: recorded into a pipe" 0 "" -s dso recorded.data recorded.data
	has "P5: recorded into a pipe: its rows" '^ +[0-9.]+% +\+0\.00%  (dd|\[kernel\.kallsyms\])$'
}

user=0x60 kernel=0x50	# exclude_kernel, exclude_user; both exclude_hv

p6_events()
{
	{
		echo "event 1 0 $user cpu-clock:u"; echo "event 1 0 $kernel cpu-clock:k"
		process 10 d1/example f1=100
		echo "sample 1 10 30 0xffffffff81000000 100 1"
	} | write_data uk1.data
	{
		echo "event 1 0 $kernel cpu-clock:k"; echo "event 1 0 $user cpu-clock:u"
		process 10 d1/example | grep -v sample
		echo "sample 0 10 29 0xffffffff81000000 50 1"
		echo "sample 1 10 30 $(address d1/example f1) 50 2"
	} | write_data uk2.data
	table "P6: :u pairs with :u, :k with :k" -s dso -p uk1.data uk2.data <<-END
		100.00% 100 +0.00% 50 example
		100.00% 100 +0.00% 50 [unknown]
	END
	{ echo "event 2 301 0 sched:switch"; process 10 d1/example f1=10; } | write_data tp1.data
	{ echo "event 2 412 0 sched:switch"; process 10 d3/example f1=10; } | write_data tp2.data
	table "P6: tracepoints pair by name, numbers change between boots" tp1.data tp2.data <<-END
		100.00% +0.00% example [.] f1
	END
	{ echo "event 2 301 0 sched:wakeup"; process 10 d3/example f1=10; } | write_data tp3.data
	expect "P6: the same number is another tracepoint" 3 "no event in common" tp1.data tp3.data
}

p7_no_common_event()
{
	{ echo "event 1 1 0 task-clock"; process 10 d1/example f1=10; } | write_data other.data
	expect "P7: no event in common" 3 "no event in common.*cpu-clock.*task-clock" v1.data other.data
	check "P7: no event in common: no table" equal "$(cat stdout)" ""
}

p8_lost_samples()
{
	{
		echo "$event"
		process 10 d1/example f1=1 f1=1 f1=1 f1=1 f1=1 f1=1 f1=1 f1=1 f1=1 f1=1 f1=1 f1=1 f2=8
		echo "lost 0 7"
	} | write_data lost.data
	expect "P8: lost samples" 0 "" v1.data lost.data
	has "P8: lost samples are said in the header" '^# .*lost\.data.* 7 .*35\.0 ?%'
	has_not "P8: of the other file nothing was lost" 'v1\.data: [0-9]+ samples were lost|Lost while recording: v1\.data'
}

# Numbers of PMUs differ between boots; the file says what they meant.
p6_pmus()
{
	{ echo "event 20 2 0 power/energy-pkg/"; process 10 d1/example f1=10; echo "pmu 20 power"; } |
		write_data pmu1.data
	{ echo "event 24 2 0 power/energy-pkg/"; process 10 d3/example f1=10; echo "pmu 24 power"; } |
		write_data pmu2.data
	table "P6: events of a PMU pair whatever its number" pmu1.data pmu2.data <<-END
		100.00% +0.00% example [.] f1
	END
}

# What compilers make of the names of clones; of one source, in two builds.
p9_suffixes()
{
	program s1/x <<-END
		int work(void) asm("work.constprop.0.isra.0"); int work(void) { return 1; }
		int part(void) asm("part.part.0"); int part(void) { return 2; }
		int lto(void) asm("lto.llvm.123"); int lto(void) { return 3; }
		int cold(void) asm("cold.cold.7"); int cold(void) { return 4; }
		int twice(void) asm("twice.isra.0"); int twice(void) { return 5; }
	END
	program s2/x <<-END
		int work(void) { return 1; }
		int part(void) { return 2; }
		int lto(void) asm("lto.llvm.98765"); int lto(void) { return 3; }
		int cold(void) asm("cold.cold"); int cold(void) { return 4; }
		int hot(void) asm("cold"); int hot(void) { return 4; }
		int twice(void) asm("twice.constprop.0"); int twice(void) { return 5; }
		int also(void) asm("twice.constprop.1"); int also(void) { return 6; }
	END
	data s1.data s1/x work.constprop.0.isra.0=40 part.part.0=25 lto.llvm.123=20 cold.cold.7=10 twice.isra.0=5
	data s2.data s2/x work=30 part=25 lto.llvm.98765=25 cold.cold=5 cold=5 twice.constprop.0=6 twice.constprop.1=4
	table "P9: clones pair where that is clear, and say so" s1.data s2.data <<-END
		40.00% -10.00% x [.] work.constprop.0.isra.0 -> work
		+6.00% x [.] twice.constprop.0
		20.00% +5.00% x [.] lto.llvm.123 -> lto.llvm.98765
		10.00% -5.00% x [.] cold.cold.7 -> cold.cold
		+5.00% x [.] cold
		+4.00% x [.] twice.constprop.1
		25.00% +0.00% x [.] part.part.0 -> part
		5.00% x [.] twice.isra.0
	END
}

p10_statics()
{
	mkdir -p st
	echo 'static int helper(void) { return 1; } int one(void) { return helper(); }' >st/one.c
	echo 'static int helper(void) { return 2; } int two(void) { return helper(); }' >st/two.c
	program s3/x st/one.c st/two.c -x c <<<''
	program s4/x st/two.c st/one.c -x c <<<'int pad(void) { return 0; }'
	data s3.data s3/x helper@1=60 helper@2=40
	data s4.data s4/x helper@1=75 helper@2=25
	table "P10: two static functions of one name stay two" s3.data s4.data <<-END
		60.00% -35.00% x [.] helper [one.c]
		40.00% +35.00% x [.] helper [two.c]
	END
}

p11_overloads()
{
	program o1/x -x c++ <<<'int f(int) { return 1; } int f(double) { return 2; } int g(char) { return 3; }'
	program o2/x -x c++ <<<'int f(double) { return 2; } int f(int) { return 1; } int f(long) { return 3; }'
	data o1.data o1/x _Z1fi=50 _Z1fd=40 _Z1gc=10
	data o2.data o2/x _Z1fi=40 _Z1fd=50 _Z1fl=10
	table "P11: overloads stay apart, and say which they are" o1.data o2.data <<-END
		50.00% -10.00% x [.] f(int)
		40.00% +10.00% x [.] f(double)
		+10.00% x [.] f(long)
		10.00% x [.] g
	END
}

nops='nop\nnop\nnop\nnop\nnop\nnop\nnop\nnop\nnop\nnop\nnop\nnop\nnop\nnop\nnop\nnop\n'

# hot() is 16 bytes that are the beginning of outer() in one build, and a function in the other.
inlining() # FILE WHETHER-IT-IS
{
	program "$1" -x c -g -O2 -fcf-protection=none -fomit-frame-pointer <<-END
		static __attribute__(($2)) void hot(void) { asm volatile("$nops"); }
		void outer(void) { hot(); asm volatile("$nops"); }
	END
}

p12_inlining()
{
	inlining in1/x always_inline,unused
	inlining in2/x noinline
	data in1.data in1/x outer+8=80 outer+24=20
	data in2.data in2/x hot+8=70 outer+8=30
	table "P12: without --inline, symbols" in1.data in2.data <<-END
		100.00% -70.00% x [.] outer
		+70.00% x [.] hot
	END
	expect "P12: --inline" 0 "" --inline -q in1.data in2.data
	has "P12: what was inlined pairs with the function" '^ +80\.00% +-10\.00%  x +\[\.\] hot( |$)'
	has "P12: the rest of what it was inlined into" '^ +20\.00% +\+10\.00%  x +\[\.\] outer$'
}

bytes() # NUMBER SIZE: little-endian
{
	local i number=$1
	for ((i = 0; i < $2; i++)); do
		printf '%b' "\\x$(printf %02x $((number & 255)))"
		number=$((number >> 8))
	done
}

# A header, and one function.
jitdump() # PID ADDRESS NAME
{
	printf 'DTiJ'; bytes 1 4; bytes 40 4; bytes 62 4; bytes 0 4; bytes "$1" 4; bytes 0 16
	bytes 0 4; bytes $((57 + ${#3} + 16)) 4; bytes 1 8
	bytes "$1" 4; bytes "$1" 4; bytes "$2" 8; bytes "$2" 8; bytes 16 8; bytes 1 8
	printf '%s\0................' "$3"
}

# What is asked of a process's dump is known from its being mapped.
p15_jitdump()
{
	local pid
	for pid in 2100000003 2100000004; do
		jitdump $pid $((pid << 12)) hot_loop >jit-$pid.dump
		{
			echo "$event"
			echo "mmap $pid 1 $((pid << 12)) 0x1000 0 2 //anon"
			echo "mmap $pid 1 0x70000000 0x1000 0 2 $dir/jit-$pid.dump"
			echo "sample 0 $pid 2 $(((pid << 12) + 8)) 3 2"
		} | write_data jit-$pid.data
	done
	table "P15: jitdump" jit-2100000003.data jit-2100000004.data <<-END
		100.00% +0.00% [JIT] [.] hot_loop
	END
}

# Built again in place, with its functions in another order; the recording has no build-id.
p13_rebuilt()
{
	program d6/example -x c -Wl,--build-id=none <<<"$three"
	id=- data old.data d6/example f1=100
	touch -d '1 hour ago' old.data
	program d6/example -x c -Wl,--build-id=none <<<'int f3(void) { return 3; } int f2(void) { return 2; } int f1(void) { return 1; }'
	expect "P13: built after the recording" 0 "" old.data old.data
	has "P13: it is said that names may be wrong" '^# .*old\.data: .*d6/example .*built after'
	touch -d '2 hours ago' d6/example
	expect "P13: older than the recording" 0 "" old.data old.data
	has_not "P13: older than the recording: nothing to say" '^# .*built after'
}

# What ran is gone; another build is in its place.
p14_gone()
{
	program d7/example <<<"$three"
	data gone.data d7/example f1=60 f2=40
	program d7/example <<<"int pad(void) { return 0; } $three"
	data there.data d7/example f1=60 f2=40
	expect "P14: another build is there" 0 "" gone.data there.data
	has "P14: how much has no symbol, and why" \
		'^# .*gone\.data: 100\.00 % in .*d7/example have no symbol: .*another build'
	has "P14: an address instead" '^ +100\.00% .*example +\[\.\] 0x[0-9a-f]{16}$'
	has "P14: the other recording has its names" '^ +\+60\.00%  example +\[\.\] f1$'
}

# A JIT puts its code elsewhere in each process.
p15_jit()
{
	local pid map
	for pid in 2100000001 2100000002; do
		map=/tmp/perf-$pid.map
		printf '%x 100 LazyCompile:*scan\n%x 100 stub\n' $((pid << 12)) $(((pid << 12) + 256)) >$map
		{
			echo "$event"
			echo "mmap $pid 1 $((pid << 12)) 0x1000 0 2 //anon"
			echo "sample 0 $pid 2 $(((pid << 12) + 8)) $((pid - 2100000000 + 1)) 2"
			echo "sample 0 $pid 3 $(((pid << 12) + 264)) 2 2"
		} | write_data jit-$pid.data
	done
	table "P15: code made at run time pairs by name" jit-2100000001.data jit-2100000002.data <<-END
		50.00% +10.00% [JIT] [.] LazyCompile:*scan
		50.00% -10.00% [JIT] [.] stub
	END
	rm -f /tmp/perf-2100000001.map /tmp/perf-2100000002.map
}

# Another file name: nothing else runs in either recording, so it is the same program.
p16_renamed()
{
	mkdir -p d5
	cp d3/example d5/np
	data np.data d5/np f1=10 f2=50 f3=20 add=10 dead=10
	table "P16: -s symbol pairs whatever the program's name" -s symbol -S f2,f3 v1.data np.data <<-END
		40.00% +10.00% [.] f2
		30.00% -10.00% [.] f3
	END
	table "P16: by default, both names are shown" -S f2,f3 v1.data np.data <<-END
		40.00% +10.00% example -> np [.] f2
		30.00% -10.00% example -> np [.] f3
	END
	table "P16: several names, and the baseline's" -S f2 -s dso,symbol v1.data np.data v3.data np.data <<-END
		40.00% +10.00% +10.00% +10.00% example -> np
	END
	cp d1/example d5/renamed
	data same.data d5/renamed f1=10 f2=30 f3=40 add=15 dead=5
	table "P16: the same build-id is the same program" -S f2,f3 v1.data same.data <<-END
		40.00% -10.00% example [.] f2
		30.00% +10.00% example [.] f3
	END
	{
		echo "$event"
		process 10 d5/np f2=50
		process 11 s1/x twice.isra.0=50
	} | write_data two.data
	table "P16: two programs are not the same one" -s dso v1.data two.data <<-END
		+50.00% np
		+50.00% x
		100.00% example
	END
	{
		echo "$event"
		process 10 d5/np f2=95
		process 11 s1/x twice.isra.0=5
	} | write_data traces.data
	{
		echo "$event"
		process 10 d5/np f2=50
		process 11 d1/example f2=50
	} | write_data both.data
	table "P16: a program that both have is no other one" -s dso both.data traces.data <<-END
		50.00% +45.00% np
		+5.00% x
		50.00% example
	END
	table "P16: traces of another program do not count" -s dso v1.data traces.data <<-END
		100.00% -5.00% example -> np
		+5.00% x
	END
}

# Programs that are gone: one row for all addresses of each, never pairs of addresses.
p17_addresses()
{
	local which first
	for which in 01:0x401100 02:0x401200; do
		first=${which#*:}
		{
			echo "$event"
			echo "mmap2 10 1 0x400000 0x10000 0 ${which%:*}01 /ct/appx"
			echo "sample 0 10 2 $first 10 2"
			echo "sample 0 10 3 0x401300 90 2"
		} | write_data "ct-${which%:*}.data"
	done
	table "P17: addresses of two builds are no pairs" -c ratio ct-01.data ct-02.data <<-END
		100.00% 1.000000 appx [.] 0x0000000000001100
	END
}

# What a function costs with all that it calls; a sample is in it once, however often it is called.
p18_inclusive()
{
	program cg1/x <<<"int main(void) { return 0; } $three"
	program cg2/x <<<"$three int main(void) { return 0; }"
	{
		echo chains; echo "$event"
		process 10 cg1/x 'f1<main=20' 'f2<f1<f1<main=30' 'f3<main=40' main=10
	} | write_data cg1.data
	{
		echo chains; echo "$event"
		process 10 cg2/x 'f1<main=20' 'f2<f1<f1<main=90' 'f3<main=80' main=10
	} | write_data cg2.data
	table "P18: self cost" -c ratio cg1.data cg2.data <<-END
		30.00% 3.000000 x [.] f2
		40.00% 2.000000 x [.] f3
		20.00% 1.000000 x [.] f1
		10.00% 1.000000 x [.] main
	END
	table "P18: inclusive cost, and self cost" --children -c ratio cg1.data cg2.data <<-END
		30.00% 3.000000 30.00% 3.000000 x [.] f2
		50.00% 2.200000 20.00% 1.000000 x [.] f1
		100.00% 2.000000 10.00% 1.000000 x [.] main
		40.00% 2.000000 40.00% 2.000000 x [.] f3
	END
}

# Shares of few samples differ by chance; how much is said.
p19_chance()
{
	expect "P19: few samples" 0 "" v1.data v3.data
	has "P19: how much chance may do" \
		'^# .*5 samples in v1\.data and 5 in v3\.data: by chance, shares of about 50 % differ'
}

p20_totals()
{
	expect "P20: totals that differ" 0 "" t1.data t2.data
	has "P20: it is said that shares mislead" '^# .*t2\.data has 10\.0 % less cpu-clock in all'
	expect "P20: -c ratio" 0 "" -c ratio t1.data t2.data
	has_not "P20: -c ratio does not mislead" '^# .*has 10\.0 % less'
}

p20_share_trap()
{
	data t1.data d1/example f1=20 f2=30 f3=50
	data t2.data d3/example f1=10 f2=30 f3=50
	table "P20: shares grow where another function shrinks" t1.data t2.data <<-END
		20.00% -8.89% example [.] f1
		50.00% +5.56% example [.] f3
		30.00% +3.33% example [.] f2
	END
	table "P20: -c ratio -p shows that nothing changed" -c ratio -p t1.data t2.data <<-END
		50.00% 50 1.000000 50 example [.] f3
		30.00% 30 1.000000 30 example [.] f2
		20.00% 20 0.500000 10 example [.] f1
	END
}

# Any damage is an answer or a sentence; the same ones each time.
damaged() # FILE: how many of 60 end in anything else
{
	local i bytes size bad=0
	size=$(stat -c %s "$1")
	RANDOM=4
	for ((i = 0; i < 60; i++)); do
		cp "$1" damaged.data
		printf -v bytes '\\x%x' $((RANDOM & 255)) $((RANDOM & 255)) $((RANDOM & 255)) \
			$((RANDOM & 255)) $((RANDOM & 255)) $((RANDOM & 255)) $((RANDOM & 255)) $((RANDOM & 255))
		printf '%b' "$bytes" | dd of=damaged.data bs=1 seek=$(((RANDOM << 15 | RANDOM) % size)) \
			conv=notrunc status=none
		"$markdiff" damaged.data "$1" >/dev/null 2>&1
		case $? in 0 | 3) ;; *) bad=$((bad + 1)) ;; esac
		"$markdiff" "$1" damaged.data >/dev/null 2>&1
		case $? in 0 | 3) ;; *) bad=$((bad + 1)) ;; esac
	done
	echo $bad
}

p21_corruption()
{
	local file
	for file in v1.data pipe.data "$corpus/chains.data" "$corpus/packed83-big.data"; do
		check "P21: 60 corruptions of $(basename "$file")" equal "$(damaged "$file")" 0
	done
}

# Kernel rows keep their names when --symfs says where programs are.
p22_defaults()
{
	mkdir -p sf
	printf '%s\n' 'ffffffff81000000 T _text' 'ffffffff81000100 T vfs_read' 'ffffffff81000200 T end' >kallsyms
	{
		echo "$event"
		echo "mmap 4294967295 0 0xffffffff81000000 0x1000 0xffffffff81000000 1 [kernel.kallsyms]_text"
		echo "sample 0 10 2 0xffffffff81000110 10 1"
	} | write_data kernel.data
	table "P22: --symfs leaves the kernel's names" --symfs sf --kallsyms kallsyms kernel.data kernel.data <<-END
		100.00% +0.00% [kernel.kallsyms] [k] vfs_read
	END
	expect "P22: the defaults" 0 "" v1.data v3.data
	has "P22: the default is delta-abs" '^# Baseline  Delta Abs  Shared Object  Symbol'
	"$markdiff" -q -o 1 -c delta-abs v1.data v3.data >want
	"$markdiff" -q v1.data v3.data >got
	check "P22: the default order is 1" diff want got
}

# The option that is at fault is the one that is named.
p22_cpu()
{
	expect "P22: --cpu, and no samples that say where they were" 3 "sample-cpu" --cpu 0 v1.data v3.data
	check "P22: --cpu: -C is another option" equal "$(grep -c -- '-C' stderr)" 0
}

make_three
p1_names_in_hexadecimal
p2_verbose_rows
p3_baseline_only
p4_separator
p5_pipe_mode
p6_events
p6_pmus
p7_no_common_event
p8_lost_samples
p9_suffixes
p10_statics
p11_overloads
p12_inlining
p13_rebuilt
p14_gone
p15_jit
p15_jitdump
p16_renamed
p17_addresses
p18_inclusive
p19_chance
p20_share_trap
p20_totals
p21_corruption
p22_defaults
p22_cpu
exit $failed
