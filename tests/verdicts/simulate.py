#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Recordings of a program whose costs are known, for tests/e2e/test_markdiff_rates.sh.

usage: simulate.py RECORDING RUNS HEAD F1 F2 F3

Writes base-001.data, new-001.data... with the tool RECORDING (recording.c).  HEAD is a file with the
lines before the samples, F1 to F3 are addresses in the functions.  Each run has, of f1, f2 and f3, about
1000, 4000 and 16000 samples of 0.1 ms, in new 6 % more of f3.  A run as a whole takes more or less
(0.4 %), as on a machine whose clock varies, and each count varies by itself with nine tenths of a Poisson
variable's variance, as was measured on recordings.  The same seed gives the same recordings.
"""
import random
import statistics
import subprocess
import sys

SAMPLES = {"base": (1000, 4000, 16000), "new": (1000, 4000, 16960)}
RUN_DEVIATION = 0.004
DISPERSION = 0.9


def main():
    tool, runs, head = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    uniform = random.Random(1).random
    normal = statistics.NormalDist().inv_cdf
    with open(head, encoding="utf-8") as file:
        head = file.read()

    for run in range(1, runs + 1):
        for side, means in SAMPLES.items():
            factor = 1 + RUN_DEVIATION * normal(uniform())
            lines = []
            for mean, address in zip(means, sys.argv[4:7]):
                count = round(mean * factor + (DISPERSION * mean) ** 0.5 * normal(uniform()))
                lines.append("samples %d 0 10 20 %s 100000 2\n" % (count, address))
            subprocess.run([tool, "%s-%03d.data" % (side, run)], input=(head + "".join(lines)).encode(),
                           check=True)


if __name__ == "__main__":
    main()
