// SPDX-License-Identifier: GPL-2.0-only
/*
 * The sort keys that are of the sample, and the options that choose samples, on recordings of which
 * every field is known.
 */
#include "tests/unit/markdiff_run.h"

/* IP TID TIME CPU PERIOD WEIGHT_STRUCT TRANSACTION CGROUP CODE_PAGE_SIZE */
#define EVERYTHING (1 | 2 | 4 | 128 | 256 | 1 << 24 | 1 << 17 | 1 << 21 | 1 << 23)

#define SECOND 1000000000ull

struct point {
	uint32_t pid, tid;
	uint64_t time;
	uint64_t ip;
	uint32_t cpu;
	uint64_t period;
	uint32_t weight;
	uint16_t ins_lat, p_stage_cyc;
	uint64_t transaction, cgroup, code_page_size;
};

static void put_point(struct build *b, const struct point *p)
{
	size_t at = build_record(b, 9, 2);

	build_u64(b, p->ip);
	build_u32(b, p->pid);
	build_u32(b, p->tid);
	build_u64(b, p->time);
	build_u32(b, p->cpu);
	build_u32(b, 0);
	build_u64(b, p->period);
	build_u32(b, p->weight);
	build_u16(b, p->ins_lat);
	build_u16(b, p->p_stage_cyc);
	build_u64(b, p->transaction);
	build_u64(b, p->cgroup);
	build_u64(b, p->code_page_size);
	build_close(b, at);
}

static void put_cgroup(struct build *b, uint64_t id, const char *path)
{
	size_t at = build_record(b, 19, 0);

	build_u64(b, id);
	build_string(b, path);
	build_trailer(b, 0, 0, 1);
	build_close(b, at);
}

static void put_namespaces(struct build *b, uint32_t tid, uint64_t device, uint64_t inode)
{
	size_t at = build_record(b, 16, 0);

	build_u32(b, tid);
	build_u32(b, tid);
	build_u64(b, 7);
	for (int i = 0; i < 7; i++) {
		build_u64(b, i == 6 ? device : 1);
		build_u64(b, i == 6 ? inode : 2);
	}
	build_trailer(b, tid, tid, 1);
	build_close(b, at);
}

/* Two processes, the second with two threads, on three processors of two sockets. */
static void begin(struct build *b)
{
	const struct build_event event = { .type = 1, .sample_type = EVERYTHING };

	b->big = b->stream = false;
	b->attr_size = 0;
	build_events(b, &event, 1);
	build_comm(b, 10, 10, 1, "early", 0);
	build_comm(b, 20, 20, 1, "late", 0);
	build_comm(b, 20, 21, 1, "thread", 0);
	build_mmap(b, 10, 2, 0x400000, 0x1000, 0, "/no/a", 2);
	build_mmap(b, 20, 2, 0x400000, 0x3000, 0, "/no/b", 2);
	put_cgroup(b, 5, "/one");
	put_cgroup(b, 6, "/two");
	put_namespaces(b, 10, 4, 0xf00);
}

static void end(struct build *b)
{
	/* Three processors in all, of which the first is in socket 0 and the others in socket 1. */
	build_feature_begin(b, 7);
	build_u32(b, 3);
	build_u32(b, 3);
	build_feature_end(b);
	build_feature_begin(b, 13);
	build_u32(b, 0);
	build_u32(b, 0);
	for (uint32_t cpu = 0; cpu < 3; cpu++) {
		build_u32(b, cpu);
		build_u32(b, cpu ? 1 : 0);
	}
	build_feature_end(b);
	build_feature_begin(b, 21);
	build_u64(b, 100 * SECOND);
	build_u64(b, 110 * SECOND);
	build_feature_end(b);
	build_finish(b);
}

static const struct point base_points[] = {
	{ 10, 10, 100 * SECOND, 0x400010, 0, 40, 7, 8, 9, 0, 5, 4096 },
	{ 20, 20, 102 * SECOND, 0x400020, 1, 30, 7, 8, 9, 3, 6, 2 << 20 },
	{ 20, 21, 110 * SECOND, 0x400020, 2, 30, 11, 1, 2, 0xa00000004, 0, 0 },
};

/* The second recording has the same, all of it in the first process. */
static void make(struct run *run)
{
	static struct build b;

	*run = (struct run){ .nr = 0 };
	begin(&b);
	for (int i = 0; i < 3; i++)
		put_point(&b, &base_points[i]);
	end(&b);
	run_file(run, &b);
	begin(&b);
	put_point(&b, &base_points[0]);
	end(&b);
	run_file(run, &b);
}

static void keys_of_the_thread(void **state)
{
	struct run run;

	make(&run);
	run_is(&run, "-qt,|-scomm", "01", "40.00,+60.00%,early\n30.00,,late\n30.00,,thread\n");
	run_is(&run, "-qt,|-spid", "01",
	       "40.00,+60.00%,     10:early\n30.00,,     20:late\n30.00,,     21:thread\n");
	run_is(&run, "-qt,|-stgid", "01", "40.00,+60.00%,     10:early\n60.00,,     20:late\n");
	run_is(&run, "-qt,|-stid,dso", "01", "40.00,+60.00%,10,a\n30.00,,20,b\n30.00,,21,b\n");
	run_is(&run, "-q|-spid,tid", "01",
	       "    40.00%    +60.00%       10:early         10\n"
	       "    30.00%                  20:late          20\n"
	       "    30.00%                  21:thread        21\n");
	run_unlink(&run);
}

/* The kernel gives -1 for a task that is past its exit. */
static void threads_that_have_ended(void **state)
{
	static struct build b;
	struct run run = { .nr = 0 };

	build_begin(&b, build_cpu_clock, 1);
	build_sample(&b, 10, 1000, 0x400010);
	build_sample(&b, UINT32_MAX, 2000, 0x400010);
	run_file(&run, &b);
	run_is(&run, "-qt,|-stid,comm", "00", "50.00,+0.00%,-1,:-1\n50.00,+0.00%,10,:10\n");
	run_is(&run, "-qt,|-spid", "00", "50.00,+0.00%,     -1::-1\n50.00,+0.00%,     10::10\n");
	run_is(&run, "-qt,|-stgid", "00", "50.00,+0.00%,     -1::-1\n50.00,+0.00%,     10::10\n");
	run_unlink(&run);
}

static void keys_of_the_place(void **state)
{
	struct run run;

	make(&run);
	run_is(&run, "-qt,|-scpu", "01", "40.00,+60.00%,000\n30.00,,001\n30.00,,002\n");
	run_is(&run, "-q|-ssocket,cpu", "01",
	       "    40.00%    +60.00%     000  000\n"
	       "    30.00%                001  001\n"
	       "    30.00%                001  002\n");
	run_is(&run, "-qt,|-ssocket", "01", "40.00,+60.00%,000\n60.00,,001\n");
	run_is(&run, "-qt,|-sdso_size", "01", "40.00,+60.00%,4096\n60.00,,12288\n");
	run_is(&run, "-qt,|-saddr", "01", "40.00,+60.00%,0x400010\n60.00,,0x400020\n");
	run_is(&run, "-qt,|-ssymbol_size", "01", "100.00,+0.00%,unknown\n");
	run_is(&run, "-qt,|-ssrcfile", "01", "100.00,+0.00%,[unknown]\n");
	run_is(&run, "-qt,|-ssrcline", "01", "40.00,+60.00%,a[10]\n60.00,,b[20]\n");
	run_unlink(&run);
}

static void keys_of_the_kernel(void **state)
{
	struct run run;

	make(&run);
	run_is(&run, "-qt,|-scgroup", "01", "40.00,+60.00%,/one\n30.00,,/two\n30.00,,N/A\n");
	run_is(&run, "-qt,|-scgroup_id", "01", "40.00,+60.00%,4/0xf00\n60.00,,0/0x0\n");
	run_is(&run, "-qt,|-stime", "01",
	       "40.00,+60.00%,100.000000\n30.00,,102.000000\n30.00,,110.000000\n");
	run_is(&run, "-qt,|-ssince", "01",
	       "40.00,+60.00%,0.000000\n30.00,,2.000000\n30.00,,10.000000\n");
	run_unlink(&run);
}

static void keys_of_the_hardware(void **state)
{
	struct run run;

	make(&run);
	run_is(&run, "-qt,|-slocal_weight", "01", "70.00,+30.00%,7\n30.00,,11\n");
	run_is(&run, "-qt,|-sweight", "01", "70.00,+30.00%,14\n30.00,,11\n");
	run_is(&run, "-qt,|-slocal_ins_lat,ins_lat", "01", "70.00,+30.00%,8,16\n30.00,,1,1\n");
	run_is(&run, "-qt,|-slocal_p_stage_cyc,p_stage_cyc", "01",
	       "70.00,+30.00%,9,18\n30.00,,2,2\n");
	run_is(&run, "-qt,|-stransaction", "01",
	       "40.00,+60.00%,\n30.00,,SYNC :a\n30.00,,EL TX NEITHER \n");
	run_is(&run, "-qt,|-scode_page_size", "01", "40.00,+60.00%,4K\n30.00,,N/A\n30.00,,2M\n");
	run_unlink(&run);
}

/* They make no rows. */
static void keys_of_the_baseline(void **state)
{
	struct run run;

	make(&run);
	run_is(&run, "-qt,|-sdso,overhead,sample,period", "01",
	       "40.00,+60.00%,a,40.00%,1,40\n60.00,,b,60.00%,2,60\n");
	run_is(&run, "-s|dso,sample|-d|b", "01",
	       "# Event 'cpu-clock:HG'\n#\n"
	       "# Baseline  Delta Abs       Samples\n"
	       "# ........  .........  ............\n#\n"
	       "    60.00%                        2\n");
	run_unlink(&run);
}

static void keys_need_data(void **state)
{
	static struct build b;
	struct run run = { .nr = 0 };

	build_begin(&b, build_cpu_clock, 1);
	build_sample(&b, 10, 3, 0x400010);
	run_file(&run, &b);
	run_file(&run, &b);
	run_refuses(&run, "-scpu", "01", "record with --sample-cpu or -a, or leave the key out");
	run_refuses(&run, "-ssocket", "01", "--sample-cpu");
	run_refuses(&run, "-scgroup", "01", "record with --all-cgroups");
	run_refuses(&run, "-sweight", "01", "record with --weight");
	run_refuses(&run, "-sins_lat", "01", "record with --weight");
	run_refuses(&run, "-stransaction", "01", "record with --transaction");
	run_refuses(&run, "-scode_page_size", "01", "record with --code-page-size");
	run_refuses(&run, "--cpu|0", "01", "record with --sample-cpu or -a, or remove --cpu");
	run_is(&run, "-qt,|-stime,comm", "01", "100.00,+0.00%,0.000000,:10\n");
	run_unlink(&run);
}

static void unknown_keys_list_the_known(void **state)
{
	struct run run = { .nr = 0 };
	struct options o;

	assert_true(run_parse(&run, &o, "-s|bogus", "") < 0);
	assert_non_null(
		strstr(run.message, "--sort: unknown sort key 'bogus'; keys are dso symbol"));
	assert_non_null(strstr(run.message, "p_stage_cyc"));
	assert_int_equal(run_parse(&run, &o, "-s|sym,cpu,sym,symbol", ""), 0);
	assert_int_equal(o.nr_keys, 2);
	options_free(&o);
}

/* ---- which samples ---- */

static void ids_are_filters(void **state)
{
	struct run run;

	make(&run);
	run_is(&run, "-qt,|-sdso|--pid|20", "00", "60.00,+0.00%,b\n");
	run_is(&run, "-qt,|-sdso|--tid|10,21", "00", "40.00,+0.00%,a\n30.00,+0.00%,b\n");
	run_is(&run, "-qt,|-sdso|--pid|20|--tid|21", "00", "30.00,+0.00%,b\n");
	run_is(&run, "-qt,|-sdso|--tid|21|--percentage|relative", "00", "100.00,+0.00%,b\n");
	run_is(&run, "-qt,|-sdso|--pid|99", "00", "");
	run_unlink(&run);
}

/* Other processors are not even part of what is 100 %. */
static void cpus_shorten_the_recording(void **state)
{
	struct run run;

	make(&run);
	run_is(&run, "-qt,|-sdso|--cpu|0-1", "00", "57.14,+0.00%,a\n42.86,+0.00%,b\n");
	run_is(&run, "-qt,|-sdso|--cpu|2", "00", "100.00,+0.00%,b\n");
	run_is(&run, "-qt,|-sdso|--cpu|7", "00", "");
	run_unlink(&run);
}

static void times_shorten_the_recording(void **state)
{
	struct run run;

	make(&run);
	run_is(&run, "-qt,|-stid|--time|101,", "00", "50.00,+0.00%,20\n50.00,+0.00%,21\n");
	run_is(&run, "-qt,|-stid|--time|,101.5", "00", "100.00,+0.00%,10\n");
	run_is(&run, "-qt,|-stid|--time|100.000000000,102.000000000", "00",
	       "57.14,+0.00%,10\n42.86,+0.00%,20\n");
	run_is(&run, "-qt,|-stid|--time|99,101 103.5,", "00", "57.14,+0.00%,10\n42.86,+0.00%,21\n");
	/* Ten seconds: the first slice ends a nanosecond before the second. */
	run_is(&run, "-qt,|-stid|--time|20%/1", "00", "100.00,+0.00%,10\n");
	run_is(&run, "-qt,|-stid|--time|20%/2", "00", "100.00,+0.00%,20\n");
	run_is(&run, "-qt,|-stid|--time|20%", "00", "100.00,+0.00%,10\n");
	run_is(&run, "-qt,|-stid|--time|20%/1,20%/5", "00", "57.14,+0.00%,10\n42.86,+0.00%,21\n");
	run_is(&run, "-qt,|-stid|--time|0%-30%", "00", "57.14,+0.00%,10\n42.86,+0.00%,20\n");
	run_is(&run, "-qt,|-stid|--time|10%-30%,90%-100%", "00",
	       "50.00,+0.00%,20\n50.00,+0.00%,21\n");
	/* One part for each file. */
	run_is(&run, "-qt,|-stid|--time|109,:,101", "00", ",+100.00%,10\n100.00,,21\n");
	run_unlink(&run);
}

/* A file that was cut off does not say when its first and last samples were. */
static void times_without_a_header(void **state)
{
	static struct build b;
	struct run run = { .nr = 0 };

	build_begin(&b, build_cpu_clock, 1);
	build_sample(&b, 10, 1000, 0x400010);
	build_sample(&b, 11, 2000, 0x400010);
	run_file(&run, &b);
	run_is(&run, "-qt,|-stid|--time|50%/2", "00", "100.00,+0.00%,11\n");
	run_is(&run, "-qt,|-stid|--time|0%-10%", "00", "100.00,+0.00%,10\n");
	run_unlink(&run);
}

static void times_are_checked(void **state)
{
	static const char *const bad[] = {
		"1",
		"1,2,3",
		"2,1",
		"1,2 2,3",
		"x,",
		"1.0000000001,",
		"1,:",
		"1,2:3,4:5,6",
		"10%/0",
		"60%/2",
		"10%-5%",
		"0%/1",
		"10%-110%",
		"10%,x",
		"-5%",
		"10%/",
		"99999999999999,",
	};
	struct run run = { .nr = 0 };
	struct options o;
	char arguments[64];

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		snprintf(arguments, sizeof(arguments), "--time|%s", bad[i]);
		if (!run_parse(&run, &o, arguments, ""))
			fail_msg("--time %s is taken", bad[i]);
		assert_non_null(strstr(run.message, "--time"));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keys_of_the_thread),
		cmocka_unit_test(threads_that_have_ended),
		cmocka_unit_test(keys_of_the_place),
		cmocka_unit_test(keys_of_the_kernel),
		cmocka_unit_test(keys_of_the_hardware),
		cmocka_unit_test(keys_of_the_baseline),
		cmocka_unit_test(keys_need_data),
		cmocka_unit_test(unknown_keys_list_the_known),
		cmocka_unit_test(ids_are_filters),
		cmocka_unit_test(cpus_shorten_the_recording),
		cmocka_unit_test(times_shorten_the_recording),
		cmocka_unit_test(times_without_a_header),
		cmocka_unit_test(times_are_checked),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
