#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Makes comparisons of the form of markdiff --json, for tests of the page that shows them.

usage: make_verdicts.py small|large|hostile|empty|single|flat|nulls

The figures are drawn from a seeded generator and are nobody's; their form is the schema's: numbers have
trailing zeros that a page must keep, what cannot be computed is null.
"""
import json
import random
import sys

RANDOM = random.Random(1)
HOSTILE = [
    "</script><script>document.title='owned'</script>",
    "<img src=x onerror=\"document.title='owned'\">",
    "--></script><!--",
    "\"quotes\" 'and' \\backslashes\\",
    "line\u2028separator\u2029paragraph",
    "control\x01\x1b[31m\tcharacters\n",
    "right\u202eot\u202ctfel",
    "zero\u200bwidth\ufeff",
    "&lt;entity&gt; &amp;",
    "__proto__",
    "constructor",
    "\U0001f525 flame \u65e5\u672c\u8a9e",
    "operator<< <char, std::char_traits<char> >(std::basic_ostream<char>&, char const*)",
    "x" * 4000,
    "",
]


class Number(float):
    """A number that dump() prints with the digits it was given."""

    def __new__(cls, value, digits):
        made = super().__new__(cls, value)
        made.text = f"{value:.{digits}f}"
        return made


def dump(value):
    if isinstance(value, Number):
        return value.text
    if isinstance(value, Printed):
        return value
    if isinstance(value, dict):
        return "{" + ", ".join(json.dumps(k) + ": " + dump(v) for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(dump(v) for v in value) + "]"
    return json.dumps(value)


def interval(value, half, digits):
    return {"value": Number(value, digits), "low": Number(value - half, digits), "high": Number(value + half, digits)}


def decide(low, high, tolerance):
    if low > tolerance:
        return "regression"
    if high < -tolerance:
        return "improvement"
    return "equivalent" if low >= -tolerance and high <= tolerance else "inconclusive"


def runs_of(mean, noise, nr):
    return [Number(max(0, RANDOM.gauss(mean, noise * mean)), 2) for _ in range(nr)]


def figures(base, new, total, noise, nr=5):
    """FIGURES of a row that costs @base and @new; either may be 0."""
    half = 2.3 * noise * (base + new) / 2 * (2 / nr) ** 0.5 + 0.01
    made = {
        "base": Number(base, 2), "new": Number(new, 2),
        "runs": {"base": runs_of(base, noise, nr), "new": runs_of(new, noise, nr)},
        "difference": interval(new - base, half, 2),
    }
    if base > 0 and new > 0:
        made["ratio"] = interval(new / base, half / base, 4)
        share = 100 * (new - base) / total
        made["share"] = {"base": Number(100 * base / total, 2), "new": Number(100 * new / total, 2),
                         "difference": Number(share, 2), "low": Number(share - 100 * half / total, 2),
                         "high": Number(share + 100 * half / total, 2), "p": Number(0.5, 4), "q": Number(0.9, 4)}
        low, high = 100 * (new - base - half) / base, 100 * (new - base + half) / base
        made["detectable"] = Number(140 * half / base, 2)
    else:
        made["ratio"] = {"value": None, "low": None, "high": None}
        made["share"] = {"base": Number(100 * base / total, 2), "new": Number(100 * new / total, 2), "difference": None,
                         "low": None, "high": None, "p": None, "q": None}
        low, high = 100 * (new - base - half) / total, 100 * (new - base + half) / total
        made["detectable"] = None
    made["p"] = Number(min(1, 0.05 * half / (abs(new - base) + 0.001)), 4)
    made["q"] = Number(min(1, 0.08 * half / (abs(new - base) + 0.001)), 4)
    made["tested"] = base + new > 0.05
    made["verdict"] = decide(low, high, 1) if made["tested"] else "untested"
    made["reason"] = {
        "regression": f"costs {new - base:+.2f} ms more, and the whole interval is above the tolerance of 1 %",
        "improvement": f"costs {base - new:.2f} ms less, and the whole interval is below the tolerance of 1 %",
        "equivalent": "the whole interval is within the tolerance of 1 %",
        "inconclusive": "the interval holds both no change and changes above 1 %",
        "untested": "fewer than 10 effective samples",
    }[made["verdict"]]
    return made


def row(symbol, base, new, total, noise=0.01, inclusive=True, dso="server", mode="user"):
    made = {
        "keys": {"dso": dso, "symbol": symbol}, "mode": mode,
        "presence": "new" if base == 0 else "gone" if new == 0 else "both",
        "samples": {"base": int(base * 40), "new": int(new * 40)},
        "self": figures(base, new, total, noise),
    }
    if inclusive:
        made["inclusive"] = figures(base * 2 + 1 if base else 0, new * 2 + 1 if new else 0, total * 2, noise)
    return made


ORDER = ["regression", "improvement", "inconclusive", "equivalent", "untested"]


def in_order(rows):
    return sorted(rows, key=lambda r: (ORDER.index(r["self"]["verdict"]), -abs(r["self"]["difference"]["value"])))


SMALL = [
    ("parse_request", 21.40, 24.10), ("hash_find", 14.20, 14.22), ("compress_block", 11.75, 9.40),
    ("memcpy_avx_unaligned_erms", 9.10, 9.31), ("trace_mark", 0, 2.35), ("old_lookup", 3.80, 0),
    ("send_reply", 6.02, 6.05), ("json_escape.constprop.0", 4.40, 4.93), ("arena_alloc", 3.12, 3.10),
    ("poll_loop", 2.20, 2.50), ("log_line", 1.10, 1.00), ("crc32_fold", 0.80, 0.81), ("atexit_handler", 0.01, 0.02),
]
KERNEL = [("copy_user_enhanced_fast_string", 3.30, 3.32), ("tcp_sendmsg_locked", 2.10, 2.14), ("do_syscall_64", 1.20, 1.90),
          ("__schedule", 0.90, 0.88)]


def small_rows():
    rows = [row(s, b, n, 85) for s, b, n in SMALL]
    return in_order(rows + [row(s, b, n, 85, dso="[kernel.kallsyms]", mode="kernel") for s, b, n in KERNEL])


class Printed(str):
    """JSON that is printed already."""


def large_rows():
    """The figures of a thousand rows, fifty times each: making them takes most of the time."""
    made = []
    for _ in range(1000):
        base = RANDOM.paretovariate(1.2) * 0.05
        change = RANDOM.choice([1, 1, 1, 1, 1.02, 0.98, 1.2, 0.8])
        made.append(row("NAME", base, base * change, 20000, RANDOM.choice([0.002, 0.01, 0.05]), inclusive=False, dso="DSO"))
    rows = []
    for text in map(dump, in_order(made)):
        for i in range(len(rows), len(rows) + 50):
            name = f"namespace_{i % 97}::Class{i % 1009}::method_{i}(int, std::string const&)"
            rows.append(Printed(text.replace('"NAME"', f'"{name}"').replace('"DSO"', f'"lib{i % 61}.so"')))
    return rows


def judged(base, new, half, tested=True, q=0.001):
    """What a node has of its costs; with a @q that is too large, its interval says nothing."""
    costs = [Number(base, 2), Number(new, 2)]
    if not tested:
        return costs + [None, None, None, ORDER.index("untested")]
    low, high, tolerance = new - base - half, new - base + half, 0.01 * base
    verdict = decide(low, high, tolerance)
    if verdict in ("regression", "improvement") and q > 0.05:
        verdict = "inconclusive"
    return costs + [Number(low, 2), Number(high, 2), Number(q, 3), ORDER.index(verdict)]


def flame(names, deep=9, wide=4):
    frames, nodes = [], []

    def frame(name):
        if name not in frames:
            frames.append(name)
        return frames.index(name)

    def grow(parent, name, base, new, depth):
        half = 0.02 * (base + new) + 0.05
        nodes.append([parent, frame(name), *judged(base, new, half, base + new > 0.5)])
        me, left_base, left_new = len(nodes) - 1, base * 0.93, new * 0.93
        for i in range(wide if depth < deep else 0):
            part = RANDOM.uniform(0.2, 0.7)
            b = left_base * part
            n = min(left_new, b * RANDOM.choice([1, 1, 1, 1.01, 0.99, 1.25, 0.7]))
            if RANDOM.random() < 0.06:
                n = 0
            elif RANDOM.random() < 0.05:
                b, n = 0, min(left_new, b)
            left_base, left_new = left_base - b, left_new - n
            if b + n > 0.02:
                grow(me, RANDOM.choice(names), b, n, depth + 1)

    grow(-1, "_start", 83, 86, 1)
    grow(-1, "clone3", 14, 13.5, 1)
    for name, base, new in (("old_main", 8, 0), ("new_main", 0, 5)):
        for part in (name, name.replace("main", "path")):
            parent = -1 if part == name else len(nodes) - 1
            nodes.append([parent, frame(part), *judged(base, new, 0.5)])
    # The interval alone would call it dearer.
    nodes[0][2:] = judged(83, 86, 2, q=0.2)
    return {"frames": frames, "verdicts": ORDER, "nodes": nodes}


def run(file, samples, lost=0):
    return {"file": file, "samples": samples, "lost": lost, "seconds": Number(samples / 4000, 3), "work": 1000, "program": "server",
            "command": "perf record -q -e cpu-clock:u server", "kernel": "6.1.0-40-amd64", "cpu": "AMD EPYC 7763 64-Core Processor"}


def marker_figures(base, new, noise):
    made = figures(base, new, 85, noise)
    made["percent"] = {end: Number(100 * made["difference"][end] / 85, 2) for end in ("value", "low", "high")}
    return made


def markers():
    made = [("net_rx", "parse_request", 3, 0.31, 0.62), ("net_tx", "send_reply", 1, 0.12, 0.30), ("cache_hit", "hash_find", 2, 0.41, 0.43)]
    return {
        "total": marker_figures(0.84, 3.70, 0.02),
        "of": {"library": marker_figures(0, 2.35, 0.02), "functions": marker_figures(41.62, 42.07, 0.004)},
        "rows": [{"marker": m, "function": f, "sites": s, "figures": marker_figures(b, n, 0.05)} for m, f, s, b, n in made],
    }


def event(name, rows, total, **more):
    made = {"name": name, "unit": "ms", "per": "unit of work", "total": total, "rows": rows}
    made.update(more)
    return made


def total_row(base, new, noise=0.004):
    return row("", base, new, base, noise)


def document(events, runs=5, method="welch", **more):
    made = {
        "markdiff": {"schema": 1, "version": "0.1", "command": "markdiff --runs v1-*.data --vs v2-*.data --gate=2 --html=page.html"},
        "base": {"runs": [run(f"v1-{i}.data", 3400 + i) for i in range(1, runs + 1)]},
        "new": {"runs": [run(f"v2-{i}.data", 3520 + i, 12 if i == 2 else 0) for i in range(1, runs + 1)]},
        "options": {"method": method, "confidence": Number(0.95, 2), "fdr": Number(0.05, 2), "adjust": "bh", "tolerance": 1,
                    "abs_tolerance": 0, "dispersion": Number(1.3, 1), "min_samples": 10, "work": "units", "bootstrap": 0, "seed": 1,
                    "keys": ["dso", "symbol"], "excluded": ["trace_mark"]},
        "remarks": [
            {"weight": "wrong", "text": "v2-2.data lost 12 of 3534 samples: record with a larger buffer (perf record -m)"},
            {"weight": "careful", "text": "the new runs took 3.4 % longer than the baseline's"},
            {"weight": "detail", "text": "2 symbols pair by their canonical names"},
        ],
        "events": events,
    }
    made.update(more)
    return made


GATE = {"percent": 2, "inconclusive": "fail", "result": "regression", "exit": 1,
        "reasons": ["total of cpu-clock:u: x1.0351, and the interval begins above 2 %", "parse_request: x1.1262 (q 0.0001)"]}


def small():
    names = [s for s, _, _ in SMALL + KERNEL]
    first = event("cpu-clock:u", small_rows(), total_row(85.00, 87.98), markers=markers(), flame=flame(names),
                  drift={"base": {"slope": Number(0.02, 2), "p": Number(0.61, 2)}, "new": {"slope": Number(-0.11, 2), "p": Number(0.3, 2)}})
    second = event("page-faults:u", small_rows()[:6], total_row(12.00, 12.01, 0.001))
    return document([first, second], gate=GATE)


def large():
    names = [f"function_{i}" for i in range(400)]
    return document([event("cpu-clock:u", large_rows(), total_row(20000.00, 20310.00), flame=flame(names, 13, 7))])


def hostile():
    rows = [row(name, 10.50 + i, 12.00 + i, 300, dso=HOSTILE[i % 3]) for i, name in enumerate(HOSTILE)]
    for r in rows:
        r["self"]["reason"] = HOSTILE[0]
    nodes = [[-1, 0, *judged(30, 31, 0.5)]]
    nodes += [[0, i, *judged(2, 2, 0, False)] for i in range(1, len(HOSTILE))]
    made = document([event(HOSTILE[1], rows, total_row(300.00, 310.00), flame={"frames": HOSTILE, "verdicts": ORDER, "nodes": nodes})])
    made["base"]["runs"][0]["file"] = HOSTILE[0]
    made["remarks"] = [{"weight": "careful", "text": text} for text in HOSTILE]
    made["gate"] = dict(GATE, reasons=HOSTILE)
    made["markdiff"]["command"] = "markdiff " + HOSTILE[0]
    return made


def empty():
    nothing = {key: None for key in ("base", "new", "p", "q", "detectable", "share")}
    nothing.update(runs={"base": [], "new": []}, difference={"value": None, "low": None, "high": None}, tested=False,
                   ratio={"value": None, "low": None, "high": None}, verdict="untested", reason="neither side has samples")
    total = {"keys": {}, "presence": "both", "samples": {"base": 0, "new": 0}, "self": nothing}
    made = document([event("cpu-clock:u", [], total)])
    made["remarks"] = []
    made["gate"] = dict(GATE, result="not comparable", exit=4, reasons=["cpu-clock: the baseline has 0 samples, fewer than 10; record longer"])
    return made


def single():
    made = document([event("cpu-clock:u", small_rows(), total_row(85.00, 87.98))], 1, "single")
    made["options"]["order"] = "inclusive"
    return made


def flat():
    rows = [row(s, b, n, 85, inclusive=False) for s, b, n in SMALL]
    return document([event("cycles", in_order(rows), total_row(85.00, 85.01))], gate=dict(GATE, result="pass", exit=0, reasons=[]))


def nulls():
    made = single()
    for r in made["events"][0]["rows"][::2]:
        for figures_of in ("self", "inclusive"):
            r[figures_of].update(ratio=None, share=None, detectable=None, p=None, q=None, runs=None, verdict="untested",
                                 difference={"value": None, "low": None, "high": None}, reason=None)
        r["samples"] = None
    made["events"][0]["rows"][1]["self"]["ratio"]["low"] = None
    made["events"][0]["drift"] = None
    made["gate"] = None
    for side in ("base", "new"):
        made[side]["runs"][0].update(seconds=None, kernel=None, cpu=None, program=None)
    return made


KINDS = {"small": small, "large": large, "hostile": hostile, "empty": empty, "single": single, "flat": flat, "nulls": nulls}

if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in KINDS:
        sys.exit(__doc__)
    print(dump(KINDS[sys.argv[1]]()))
