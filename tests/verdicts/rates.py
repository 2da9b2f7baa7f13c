#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""How often markdiff's verdicts are right, on recordings whose truth is known.

usage: rates.py [-n SPLITS] [-s SEED] [-j FILE] MARKDIFF BASE... --vs NEW...

The recordings are of two builds of one program: f3 costs 6 % more in the new one, f1 and f2 are the same
code and do the same.  Sides are drawn from them at random (the same ones for the same seed) and given
to markdiff as a user would; what it says in --json is counted.  Each line is a rate in percent:

  same 5 v 5	 both sides are recordings of one build (of base and of new in turn): splits that have
		 any row with q <= fdr, in costs and in shares; any verdict of regression or improvement;
		 a total with such a verdict
  3 v 3, 5 v 5	 base against new: f3 is a regression; f2 is called changed (q <= fdr) in costs and in
		 shares; f2 has a verdict of regression or improvement
  5 pairs	 the same with --pairs, of recordings that were made one after the other

-j writes the rates as JSON, for tests.
"""
import argparse
import json
import random
import subprocess
import sys

CHANGED = ("regression", "improvement")


class Draw:
    """Choices that only depend on random(), the one method whose numbers Python promises to keep."""

    def __init__(self, seed):
        self.random = random.Random(seed).random

    def some(self, things, count):
        left = list(things)
        return [left.pop(int(self.random() * len(left))) for _ in range(count)]


def judge(markdiff, base, new, pairs=False):
    """The one event of markdiff's verdicts, and the rate of false discoveries that was asked for."""
    command = [markdiff, "--json", "--pairs" if pairs else "--runs", *base, "--vs", *new]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if done.returncode:
        sys.exit("rates.py: %s: %s" % (" ".join(command), done.stderr.decode(errors="replace")))
    verdicts = json.loads(done.stdout)
    if len(verdicts["events"]) != 1:
        sys.exit("rates.py: not one event in %s" % base[0])
    return verdicts["events"][0], verdicts["options"]["fdr"]


def row(event, symbol):
    found = [r["self"] for r in event["rows"] if r["keys"]["symbol"] == symbol]
    if len(found) != 1:
        sys.exit("rates.py: %d rows of %s" % (len(found), symbol))
    return found[0]


def below(q, fdr):
    return q is not None and q <= fdr


def same(args, draw, per_side=5):
    """Recordings of one build on both sides: what is said to differ is not so."""
    counts = dict.fromkeys(("costs", "shares", "verdicts", "total"), 0)
    for i in range(args.splits):
        chosen = draw.some((args.base, args.new)[i % 2], 2 * per_side)
        event, fdr = judge(args.markdiff, chosen[:per_side], chosen[per_side:])
        rows = [r["self"] for r in event["rows"]]
        counts["costs"] += any(r["tested"] and below(r["q"], fdr) for r in rows)
        counts["shares"] += any(r["tested"] and below(r["share"]["q"], fdr) for r in rows)
        counts["verdicts"] += any(r["verdict"] in CHANGED for r in rows)
        counts["total"] += event["total"]["self"]["verdict"] in CHANGED
    return counts


def sides(args, draw, per_side, pairs):
    if not pairs:
        return draw.some(args.base, per_side), draw.some(args.new, per_side)
    chosen = draw.some(zip(args.base, args.new), per_side)
    return [base for base, _ in chosen], [new for _, new in chosen]


def different(args, draw, per_side, pairs=False):
    """Base against new: f3 is to be found, f2 is not."""
    counts = dict.fromkeys(("f3 found", "f2 costs", "f2 shares", "f2 verdicts"), 0)
    for _ in range(args.splits):
        event, fdr = judge(args.markdiff, *sides(args, draw, per_side, pairs), pairs)
        f2, f3 = row(event, "f2"), row(event, "f3")
        counts["f3 found"] += f3["verdict"] == "regression"
        counts["f2 costs"] += below(f2["q"], fdr)
        counts["f2 shares"] += below(f2["share"]["q"], fdr)
        counts["f2 verdicts"] += f2["verdict"] in CHANGED
    return counts


def spread(args):
    """Of f3 over all recordings of base: the scatter of runs, in percent of the mean, and that of sampling."""
    event, _ = judge(args.markdiff, args.base, args.new)
    f3 = next(r for r in event["rows"] if r["keys"]["symbol"] == "f3")
    costs = f3["self"]["runs"]["base"]
    mean = sum(costs) / len(costs)
    deviation = (sum((c - mean) ** 2 for c in costs) / (len(costs) - 1)) ** 0.5
    sampling = (f3["samples"]["base"] / len(costs)) ** -0.5
    return {"ratio": f3["self"]["ratio"], "runs": 100 * deviation / mean, "sampling": 100 * sampling}


def arguments():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n")[2][7:])
    parser.add_argument("-n", dest="splits", type=int, default=100)
    parser.add_argument("-s", dest="seed", type=int, default=1)
    parser.add_argument("-j", dest="json")
    parser.add_argument("markdiff")
    parser.add_argument("base", nargs="+")
    parser.add_argument("--vs", dest="new", nargs="+", required=True)
    args = parser.parse_args()
    if args.splits < 1 or min(len(args.base), len(args.new)) < 10:
        parser.error("ten recordings a side, and one split, are the least")
    return args


def main():
    args = arguments()
    draw = Draw(args.seed)
    rates = {
        "same 5 v 5": same(args, draw),
        "3 v 3": different(args, draw, 3),
        "5 v 5": different(args, draw, 5),
    }
    if len(args.base) == len(args.new):
        rates["5 pairs"] = different(args, draw, 5, True)
    for counts in rates.values():
        for what in counts:
            counts[what] = 100 * counts[what] / args.splits
    print("# of %d splits each, percent" % args.splits)
    for name, counts in rates.items():
        print("%-12s" % name + "".join("  %s %g" % (what, rate) for what, rate in counts.items()))
    rates["f3"] = spread(args)
    print("# f3 over all runs: new/base %(value)s [%(low)s, %(high)s]" % rates["f3"]["ratio"], end="")
    print(", runs of base vary by %(runs).2f %%, sampling alone by %(sampling).2f %%" % rates["f3"])
    if args.json:
        with open(args.json, "w", encoding="utf-8") as file:
            json.dump(rates, file)


if __name__ == "__main__":
    main()
