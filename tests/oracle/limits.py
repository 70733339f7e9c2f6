#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds the largest micro-batch that three steps of a scenario really run with on a card of given size.

    limits.py SCENARIOS.json     each with "card": {"usable_bytes", "context_bytes"}; one JSON object a line
"""
import copy, json, sys
import oracle


def runs(sc, n):
    s = copy.deepcopy(sc)
    s["training"]["micro_batch"] = n
    r = oracle.in_child(s)
    if "observed" in r: return True
    if "OutOfMemory" in r["error"]: return False
    raise RuntimeError(r["error"])


def largest(sc, low, high):
    """Bisects between a micro-batch that runs (0 stands for none) and one that does not."""
    while high - low > 1:
        n = (low + high) // 2
        low, high = (n, high) if runs(sc, n) else (low, n)
    return low


def main():
    oracle.start()
    for sc in json.load(open(sys.argv[1])):
        try:
            high = 1
            while runs(sc, high) and high < 1 << 16: high *= 4
            out = {"largest_micro_batch": largest(sc, high // 4, high)}
        except RuntimeError as e:
            out = {"error": str(e)}
        print(json.dumps({"scenario": sc, **out}), flush=True)


if __name__ == "__main__":
    main()
