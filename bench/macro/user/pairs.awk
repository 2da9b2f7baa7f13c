# SPDX-License-Identifier: GPL-2.0-only
#
# From times to differences, one of each function order, round or process, for interval.c:
#	awk -f pairs.awk PROGRAM.hits... PROGRAM.orders... PROGRAM.probes...
# prints PROGRAM|KIND|FIGURE<tab>VALUE.
#
# A run's time has a floor and no ceiling, so of the runs of one file in one group the fastest counts.
# Percent is 100 times the logarithm of a ratio, so that -1 and +1 mean the same change there and back.

BEGIN { FS = "\t"; OFS = "\t" }

function of_file(suffix)
{
	return FILENAME ~ suffix "$"
}

function percent(a, b)
{
	return 100 * log(a / b)
}

function tell(program, kind, figure, value)
{
	printf "%s|%s|%s\t%.9g\n", program, kind, figure, value
}

# PROGRAM GROUP KIND RUN NS; a group is an order, whose base is vanilla, or a round, whose base is off.
function keep_fastest(base)
{
	if (!((base, $1, $2) in groups)) {
		groups[base, $1, $2] = 1
		bases[++nr] = base
		program[nr] = $1
		group[nr] = $2
	}
	if (!((base, $1, $2, $3) in fastest) || $5 + 0 < fastest[base, $1, $2, $3])
		fastest[base, $1, $2, $3] = $5 + 0
	kinds[$3] = 1
}

of_file("[.]hits") {
	if ($1 != "redis" && $3 == "work")
		hits[$1, $2] = $4
	next
}

# PROGRAM PROCESS QUAD STATE REQUESTS CPU_NS WALL_NS
of_file("redis[.]probes") {
	cpu[$2, $3, $4] += $6 / $5
	rate[$2, $3, $4] += 1e9 * $5 / $7
	if (!(($2, $3, $4) in runs) && $4 != "off")
		probe[++quads] = $2 SUBSEP $3 SUBSEP $4
	runs[$2, $3, $4]++
	next
}

NF != 5 || $5 !~ /^[0-9]+$/ {
	print FILENAME ":" FNR ": not a run" >"/dev/stderr"
	failed = 1
	exit 1
}

{ keep_fastest(of_file("[.]orders") ? "vanilla" : "off") }

function tell_group(base, p, g,	kind, least)
{
	if (!((base, p, g, base) in fastest))
		return
	least = fastest[base, p, g, base]
	tell(p, base, "run_ns", least)
	for (kind in kinds) {
		if (kind == base || !((base, p, g, kind) in fastest))
			continue
		tell(p, kind, base == "off" ? "on_percent" : "off_percent",
		     percent(fastest[base, p, g, kind], least))
		if (base == "off" && (p, "dense") in hits)
			tell(p, kind, "on_hit_ns", (fastest[base, p, g, kind] - least) / hits[p, "dense"])
	}
}

# The mean of a process is one value: its quads are not independent.
function tell_redis(	i, part, key, sum, n, process)
{
	for (i = 1; i <= quads; i++) {
		split(probe[i], part, SUBSEP)
		key = part[1] SUBSEP part[3]
		sum[key] += percent(cpu[probe[i]] / runs[probe[i]],
				    cpu[part[1], part[2], "off"] / runs[part[1], part[2], "off"])
		n[key]++
		process[key] = part[3]
		tell("redis", part[3], "requests_per_s", rate[probe[i]] / runs[probe[i]])
		tell("redis", "off", "requests_per_s",
		     rate[part[1], part[2], "off"] / runs[part[1], part[2], "off"])
		tell("redis", "off", "request_ns",
		     cpu[part[1], part[2], "off"] / runs[part[1], part[2], "off"])
	}
	for (key in sum)
		tell("redis", process[key], "on_percent", sum[key] / n[key])
}

END {
	if (failed)
		exit 1
	for (i = 1; i <= nr; i++)
		tell_group(bases[i], program[i], group[i])
	tell_redis()
}
