# SPDX-License-Identifier: GPL-2.0-only
#
# The tables, from the figures of exact.awk and interval.c: PROGRAM|KIND|FIGURE COUNT MIDDLE LOW HIGH.

BEGIN { FS = "\t"; programs = split("lua sqlite redis", program, " ") }

NF != 5 || split($1, name, "|") != 3 {
	print FILENAME ":" FNR ": not a figure" >"/dev/stderr"
	failed = 1
	exit 1
}

{ count[$1] = $2; middle[$1] = $3 + 0; low[$1] = $4 + 0; high[$1] = $5 + 0 }

function is(p, kind, figure)
{
	key = p "|" kind "|" figure
	return key in middle
}

function number(format, p, kind, figure, scale)
{
	return is(p, kind, figure) ? sprintf(format, middle[key] * scale) : "-"
}

# An interval, and what it allows to say: a difference that is not told from nought has a bound, and is
# not nought.
function interval(p, kind, figure,	text)
{
	if (!is(p, kind, figure))
		return "-"
	text = sprintf("[%+.2f, %+.2f]", low[key], high[key])
	if (low[key] <= 0 && high[key] >= 0)
		return sprintf("%-17s not told from 0: at most %+.2f", text, high[key])
	return sprintf("%-17s %+.2f +-%.2f", text, middle[key], (high[key] - low[key]) / 2)
}

# Nanoseconds of a site: the bound or the middle, of a run's time.
function site_ns(p, kind,	percent, sites)
{
	if (!is(p, kind, "off_percent") || !is(p, kind == "generic" ? "dense" : kind, "sites_per_run"))
		return "-"
	sites = middle[key]
	is(p, kind, "off_percent")
	percent = low[key] <= 0 && high[key] >= 0 ? high[key] : middle[key]
	if (!is(p, "vanilla", "run_ns"))
		return "-"
	return sprintf("%s%.3f", percent == high[p "|" kind "|off_percent"] ? "<= " : "",
		       percent / 100 * middle[key] / sites)
}

function millions(p, kind)
{
	kind = kind == "generic" ? "dense" : kind
	if (!is(p, kind, "sites_per_run") || !is(p, "vanilla", "run_ns"))
		return "-"
	return sprintf("%.1f", 1e3 * middle[p "|" kind "|sites_per_run"] / middle[p "|vanilla|run_ns"])
}

function off_row(p, kind)
{
	if (!is(p, kind, "instructions_percent") && !is(p, kind, "off_percent"))
		return
	printf "%-7s %-8s %9s %9s %8s  %-46s %s\n", p, kind == "null" ? "(null)" : kind,
		kind == "null" ? "" : millions(p, kind), number("%+.3f", p, kind, "instructions_percent", 1),
		number("%.2f", p, kind, "instructions_per_site", 1), interval(p, kind, "off_percent"),
		kind == "null" ? "" : site_ns(p, kind)
}

function off_table(	i)
{
	print "Off against vanilla"
	print "                   sites,    instructions       time, %"
	print "                   millions  over      of a"
	print "program set        a second  vanilla,% site      95 % interval                                   ns a site"
	for (i = 1; i <= programs; i++) {
		off_row(program[i], "null")
		off_row(program[i], "dense")
		off_row(program[i], "sparse")
		off_row(program[i], "generic")
	}
}

function on_row(p, kind)
{
	if (!is(p, kind, "on_percent"))
		return
	printf "%-7s %-8s %6d  %-46s %9s %12s\n", p, kind == "null" ? "(null)" : kind, count[key],
		interval(p, kind, "on_percent"), kind == "null" ? "" : number("%.2f", p, kind, "on_hit_ns", 1),
		number("%.0f", p, kind, "requests_per_s", 1)
}

function on_table(	i)
{
	print ""
	print "On against off, in one program (redis: in one process), dense set"
	print "                         time, %                                                 requests"
	print "program probe    values  95 % interval                                  ns a hit a second"
	for (i = 1; i <= programs; i++) {
		on_row(program[i], "null")
		on_row(program[i], "empty")
		on_row(program[i], "count")
	}
}

function redis_lines()
{
	if (!is("redis", "vanilla", "instructions_per_request"))
		return
	print ""
	printf "redis, a request: %s instructions, %s sites of the dense set, %s of the sparse one",
		number("%.1f", "redis", "vanilla", "instructions_per_request", 1),
		number("%.2f", "redis", "dense", "sites_per_request", 1),
		number("%.2f", "redis", "sparse", "sites_per_request", 1)
	if (is("redis", "off", "request_ns"))
		printf "; off: %s ns, %s requests a second", number("%.0f", "redis", "off", "request_ns", 1),
			number("%.0f", "redis", "off", "requests_per_s", 1)
	print ""
}

function remarks(	i, ppm)
{
	for (i = 1; i <= programs; i++) {
		ppm = program[i] "|vanilla|repeat_ppm"
		if (middle[ppm] > 200)
			printf "%s: two runs of vanilla differ by %.0f millionths: its instructions are not exact\n",
				program[i], middle[ppm]
		if (is(program[i], "null", "off_percent") && (low[key] > 0 || high[key] < 0))
			printf "%s: vanilla differs from itself: its times are not to be trusted\n", program[i]
	}
}

function verdict(ok)
{
	return ok ? "ok" : "short"
}

function goal_1(p,	bound, half, null)
{
	if (!is(p, "dense", "off_percent"))
		return
	bound = high[key]
	half = (high[key] - low[key]) / 2
	null = is(p, "null", "off_percent") && low[key] <= 0 && high[key] >= 0
	printf "M1  %-7s off, at most %+.2f %% (goal 0.30), interval +-%.2f (goal 0.15), null %s 0: %s\n", p,
		bound, half, null ? "contains" : "does not contain",
		verdict(bound <= 0.3 && half <= 0.15 && null)
}

function goal_2(p,	per_site, symbols, calls)
{
	if (!is(p, "dense", "instructions_per_site"))
		return
	per_site = middle[key]
	symbols = is(p, "dense", "symbols_otherwise") ? middle[key] : 0
	calls = is(p, "dense", "calls_otherwise") ? middle[key] : 0
	printf "M2  %-7s off, %.3f instructions a site (goal 1.1), inlined otherwise: %d functions, %d calls: %s\n",
		p, per_site, symbols, calls, verdict(per_site <= 1.1 && !symbols && !calls)
}

END {
	if (failed)
		exit 1
	off_table()
	on_table()
	redis_lines()
	print ""
	remarks()
	for (i = 1; i <= programs; i++)
		goal_1(program[i])
	for (i = 1; i <= programs; i++)
		goal_2(program[i])
}
