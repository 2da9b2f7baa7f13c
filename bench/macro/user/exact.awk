# SPDX-License-Identifier: GPL-2.0-only
#
# The figures that are counted and not timed:
#	awk -f exact.awk PROGRAM.hits... PROGRAM.instructions... PROGRAM.KIND.inlining...
# prints PROGRAM|KIND|FIGURE<tab>COUNT<tab>MIDDLE<tab>LOW<tab>HIGH, as interval.c does; low and high are those
# of the two runs.

BEGIN { FS = "\t"; OFS = "\t" }

# PROGRAM KIND WORK HITS; WORK is a name, or redis's number of requests.
FILENAME ~ /[.]hits$/ {
	hits[$1, $2, $3] = $4
	if ($1 == "redis" && $3 > most)
		most = $3
	next
}

# PROGRAM KIND RUN INSTRUCTIONS [REQUESTS]
FILENAME ~ /[.]instructions$/ {
	if (!($1 in programs)) {
		programs[$1] = 1
		order[++nr] = $1
	}
	instructions[$1, $2, $3] = $4
	next
}

{ otherwise[$1, $2, $3]++; next }

function tell(program, kind, figure, a, b)
{
	printf "%s|%s|%s\t2\t%.9g\t%.9g\t%.9g\n", program, kind, figure, (a + b) / 2, a < b ? a : b,
		a < b ? b : a
}

function tell_count(program, kind, figure, value)
{
	printf "%s|%s|%s\t1\t%.9g\t%.9g\t%.9g\n", program, kind, figure, value, value, value
}

# The sites are in the same lines, whatever kind they are.
function sites(program, kind)
{
	kind = kind == "generic" ? "dense" : kind
	if (program == "redis")
		return hits[program, kind, most] - hits[program, kind, 0]
	return hits[program, kind, "count"]
}

function tell_instructions(program, kind,	run, more, count)
{
	if (!((program, kind, 2) in instructions))
		return
	for (run = 1; run <= 2; run++)
		more[run] = instructions[program, kind, run] - instructions[program, "vanilla", run]
	tell(program, kind, "instructions_percent", 100 * more[1] / instructions[program, "vanilla", 1],
	     100 * more[2] / instructions[program, "vanilla", 2])
	count = sites(program, kind)
	if (count > 0)
		tell(program, kind, "instructions_per_site", more[1] / count, more[2] / count)
}

function tell_sites(program, kind)
{
	if ((program, kind, "work") in hits)
		tell_count(program, kind, "sites_per_run", hits[program, kind, "work"])
	if (program == "redis")
		tell_count(program, kind, "sites_per_request", sites(program, kind) / most)
	tell_count(program, kind, "symbols_otherwise", otherwise[program, kind, "symbols"] + 0)
	tell_count(program, kind, "calls_otherwise", otherwise[program, kind, "calls"] + 0)
}

function tell_program(program,	difference)
{
	if (program == "redis")
		tell(program, "vanilla", "instructions_per_request",
		     instructions[program, "vanilla", 1] / most, instructions[program, "vanilla", 2] / most)
	difference = instructions[program, "vanilla", 1] - instructions[program, "vanilla", 2]
	tell_count(program, "vanilla", "repeat_ppm",
		   1e6 * (difference < 0 ? -difference : difference) / instructions[program, "vanilla", 1])
	tell_sites(program, "dense")
	tell_sites(program, "sparse")
	tell_instructions(program, "dense")
	tell_instructions(program, "sparse")
	tell_instructions(program, "generic")
}

END {
	for (i = 1; i <= nr; i++)
		tell_program(order[i])
}
