#!/usr/bin/env python3
"""Sensitivity of the main figures of SIM-1 and SIM-6 (b) by Morris's method: 20 walks through 8 assumptions.

    tools/fetch_pypi.sh tools/sim_requirements.txt build/sensitivity
    build/sensitivity/bin/python tools/sim_sensitivity.py

Runs simulation/sensitivity.toml at each point of the sample, with one attacker and with 400, and writes
simulation/totals/sensitivity.csv (the effects) and sensitivity_points.csv (each point with its figures). Runs that are
in --out are skipped. Then `tools/sim_report.py render`."""
import argparse
import csv
import json
import math
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BASE, TOTALS = ROOT / "simulation/sensitivity.toml", ROOT / "simulation/totals"
WALKS, LEVELS, SAMPLE_SEED = 20, 4, 1
ATTACKERS = (1, 400)
BURST_OF_A_LANE = 44  # timers of 45,000 cycles
# name, lowest, highest. The walks go through the logarithm of those that are marked.
FACTORS = (("elasticity", 0.006, 2.0, "log"), ("spread", 0.1, 1.5, ""), ("sigma", 0.5, 2.5, ""), ("burst", 1.0, 4.0, ""),
           ("share", 0.01, 0.3, ""), ("balance", 10.0, 10000.0, "log"), ("load", 200.0, 900.0, ""), ("alignment", 0.0, 1.0, ""))


def problem():
    bounds = [[math.log(low), math.log(high)] if scale else [low, high] for _, low, high, scale in FACTORS]
    return {"num_vars": len(FACTORS), "names": [name for name, *_ in FACTORS], "bounds": bounds}


def values_of(row):
    return {name: math.exp(x) if scale else float(x) for (name, _, _, scale), x in zip(FACTORS, row)}


def settings(v, attackers):
    """The values of the scenario at a point."""
    timers = round(BURST_OF_A_LANE * v["burst"])
    mine = max(1, round(timers * v["share"]))
    cron = round(v["load"] * v["alignment"])
    period = f"{{lognormal = [100, {v['spread']:.4f}]}}"
    out = {"hb.count": round(v["load"]) - cron, "cron.count": cron, "honest.fires": timers - mine, "attacker.fires": mine,
           "attacker.count": attackers, "honest.activity": f"{v['sigma']:.4f}"}
    for name in ("hb", "cron"):
        out |= {f"{name}.period": period, f"{name}.elasticity": f"{v['elasticity']:.6f}"}
    return out | {f"{name}.balance_fires": round(v["balance"]) for name in ("hb", "cron", "honest", "attacker")}


def scenario_text(points):
    arms = []
    for number, v in enumerate(points):
        for attackers in ATTACKERS:
            values = ", ".join(f'"{path}" = {value}' for path, value in settings(v, attackers).items())
            arms.append(f'[[arm]]\nname = "{number},{attackers}"\nset = {{{values}}}\n')
    return BASE.read_text(encoding="utf-8") + "\n" + "\n".join(arms)


def run(lariat, points, out, jobs):
    """{(point, attackers): [totals of each seed]}"""
    out.mkdir(parents=True, exist_ok=True)
    scenario = out / "sensitivity.toml"
    scenario.write_text(scenario_text(points), encoding="utf-8")
    done = subprocess.run([lariat, "sim", "run", str(scenario), "--out", str(out), "--jobs", str(jobs)], check=False)
    if done.returncode != 0:
        sys.exit(done.returncode)
    names = subprocess.run([lariat, "sim", "list", str(scenario), "--out", str(out)], capture_output=True, text=True, check=True)
    found = {}
    for line in names.stdout.splitlines():
        lines = (out / line.split()[0]).read_text(encoding="utf-8").splitlines()
        number, attackers = json.loads(lines[0])["arm"].split(",")
        found.setdefault((int(number), int(attackers)), []).append(json.loads(lines[-1]))
    return found


def first(totals):
    c = totals["classes"]["attacker"]
    return c["first"] / max(1, c["asked"])


def swing(totals):
    return int(totals["lane_basefee"]["p95"]) / max(1, int(totals["lane_basefee"]["p5"]))


def figures(found, number):
    one, many = found[number, ATTACKERS[0]], found[number, ATTACKERS[1]]
    return {"split_gain": sum(map(first, many)) / len(many) - sum(map(first, one)) / len(one),
            "log10_swing": sum(math.log10(max(1.0, swing(t))) for t in one) / len(one)}


def write(path, head, rows):
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(head)
        writer.writerows(rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=ROOT / "build/sim/sensitivity", help="the folder of the results")
    parser.add_argument("--jobs", type=int, default=1, help="runs side by side")
    args = parser.parse_args()
    try:
        import numpy
        from SALib.analyze import morris as analysis
        from SALib.sample import morris as sampling
    except ImportError as missing:
        sys.exit(f"the packages of tools/sim_requirements.txt are needed: {missing}")
    sample = sampling.sample(problem(), WALKS, num_levels=LEVELS, seed=SAMPLE_SEED)
    points = [values_of(row) for row in sample]
    lariat = os.environ.get("LARIAT", str(ROOT / "build/lariat"))
    found = run(lariat, points, args.out, args.jobs)
    results = [figures(found, number) for number in range(len(points))]
    effects = []
    for output in results[0]:
        y = numpy.array([r[output] for r in results])
        a = analysis.analyze(problem(), sample, y, num_levels=LEVELS, seed=SAMPLE_SEED)
        effects += [(output, name, *(f"{float(a[key][i]):.6g}" for key in ("mu", "mu_star", "mu_star_conf", "sigma")))
                    for i, name in enumerate(a["names"])]
    write(TOTALS / "sensitivity.csv", ("output", "factor", "mu", "mu_star", "mu_star_conf", "sigma"), effects)
    write(TOTALS / "sensitivity_points.csv", (*points[0], *results[0]),
          [tuple(f"{x:.6g}" for x in (*v.values(), *r.values())) for v, r in zip(points, results)])
    print(f"sensitivity: {len(points)} points, {sum(map(len, found.values()))} runs")


if __name__ == "__main__":
    main()
