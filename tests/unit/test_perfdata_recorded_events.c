// SPDX-License-Identifier: GPL-2.0-only
/*
 * What perf records: events, groups, and what their samples have.
 */
#include "tests/unit/perfdata_recorded.h"

static bool has_chain(const struct perfdata_fields *f)
{
	return f->callchain.nr > 0;
}

static bool has_stack(const struct perfdata_fields *f)
{
	return f->stack_user.size > 0 && f->regs_user.values.nr > 0;
}

static bool has_cgroup(const struct perfdata_fields *f)
{
	return f->cgroup > 0;
}

static bool has_registers(const struct perfdata_fields *f)
{
	return f->regs_intr.values.nr == 2;
}

static bool has_page_size(const struct perfdata_fields *f)
{
	return f->code_page_size >= 4096;
}

static const struct kind kinds[] = {
	{ .name = "call chains", .options = CLOCK " -g", .has = has_chain },
	{ .name = "user stacks", .options = CLOCK " --call-graph dwarf,512", .has = has_stack },
	{ .name = "three events", .options = "-F 2000 -e cpu-clock,task-clock,page-faults" },
	{ .name = "group", .options = "-F 2000 -e '{cpu-clock,task-clock,page-faults}:S'" },
	{ .name = "group, running times",
	  .options = "-F 2000 --running-time -e '{cpu-clock,task-clock}:S'" },
	{ .name = "fixed period", .options = "-c 1000000 -e cpu-clock" },
	{ .name = "user and kernel", .options = "-F 2000 -e cpu-clock:u -e cpu-clock:k" },
	{ .name = "namespaces, cgroups",
	  .options = CLOCK " --namespaces --all-cgroups",
	  .has = has_cgroup },
	{ .name = "addresses, weights", .options = CLOCK " -d -T -W --sample-cpu -P" },
	{ .name = "registers", .options = CLOCK " --intr-regs=ip,sp", .has = has_registers },
	{ .name = "page sizes",
	  .options = CLOCK " --data-page-size --code-page-size",
	  .has = has_page_size },
	{ .name = "build-ids in maps", .options = CLOCK " --buildid-mmap" },
	{ .name = "identifiers", .options = CLOCK " --sample-identifier" },
	{ .name = "context switches", .options = CLOCK " --switch-events" },
};

int main(void)
{
	return run_kinds(kinds, sizeof(kinds) / sizeof(kinds[0]));
}
