#!/usr/bin/env python3
"""Sensitivity of the main figures of SIM-1 and SIM-6 (b): Morris's method, then Sobol's for the assumptions that matter most.

    tools/fetch_pypi.sh tools/sim_requirements.txt build/sensitivity
    build/sensitivity/bin/python tools/sim_sensitivity.py [--stage morris|sobol] [--samples 128]

Runs simulation/sensitivity.toml at each point of a sample, with one attacker and with 400. Morris: 20 walks through 8
assumptions, into simulation/totals/sensitivity.csv (the effects) and sensitivity_points.csv (each point with its figures).
Sobol: the four with the largest effects of sensitivity.csv, the others as in simulation/sensitivity.toml, into
sensitivity_sobol.csv (first-order and total indices). Runs that are in --out are skipped. Then `tools/sim_report.py render`."""
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
SOBOL_SAMPLES, SOBOL_FACTORS = 128, 4
POINTS_OF_A_FILE = 384  # a scenario has at most 1,000 arms, and a point has two
ATTACKERS = (1, 400)
BURST_OF_A_LANE = 44  # timers of 45,000 cycles
# name, lowest, highest. The walks go through the logarithm of those that are marked.
FACTORS = (("elasticity", 0.006, 2.0, "log"), ("spread", 0.1, 1.5, ""), ("sigma", 0.5, 2.5, ""), ("burst", 1.0, 4.0, ""),
           ("share", 0.01, 0.3, ""), ("balance", 10.0, 10000.0, "log"), ("load", 200.0, 900.0, ""), ("alignment", 0.0, 1.0, ""))
# Those of simulation/sensitivity.toml, for assumptions that a sample leaves alone. A balance of 0 is without end.
FIXED = {"elasticity": 0.2, "spread": 0.5, "sigma": 1.5, "burst": 2.0, "share": 0.1, "balance": 0.0, "load": 600.0, "alignment": 0.0}


def problem(factors=FACTORS):
    bounds = [[math.log(low), math.log(high)] if scale else [low, high] for _, low, high, scale in factors]
    return {"num_vars": len(factors), "names": [name for name, *_ in factors], "bounds": bounds}


def values_of(row, factors=FACTORS):
    return FIXED | {name: math.exp(x) if scale else float(x) for (name, _, _, scale), x in zip(factors, row)}


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


def run(lariat, points, scenario, jobs):
    """{(point, attackers): [totals of each seed]}; the scenario's file is written, and its results beside it."""
    out = scenario.parent
    out.mkdir(parents=True, exist_ok=True)
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


def top_factors(effects):
    """The assumptions with the largest mean absolute effects, each as a part of the largest on the same figure."""
    largest, sums = {}, {}
    for row in effects:
        largest[row["output"]] = max(largest.get(row["output"], 0.0), float(row["mu_star"]))
    for row in effects:
        sums[row["factor"]] = sums.get(row["factor"], 0.0) + float(row["mu_star"]) / largest[row["output"]]
    names = sorted(sums, key=lambda name: (-sums[name], name))[:SOBOL_FACTORS]
    return tuple(factor for factor in FACTORS if factor[0] in names)


def morris(lariat, out, jobs):
    from SALib.analyze import morris as analysis
    from SALib.sample import morris as sampling
    sample = sampling.sample(problem(), WALKS, num_levels=LEVELS, seed=SAMPLE_SEED)
    points = [values_of(row) for row in sample]
    results = results_at(lariat, points, out / "sensitivity.toml", jobs)
    effects = []
    for output in results[0]:
        a = analysis.analyze(problem(), sample, column(results, output), num_levels=LEVELS, seed=SAMPLE_SEED)
        effects += [(output, name, *(f"{float(a[key][i]):.6g}" for key in ("mu", "mu_star", "mu_star_conf", "sigma")))
                    for i, name in enumerate(a["names"])]
    write(TOTALS / "sensitivity.csv", ("output", "factor", "mu", "mu_star", "mu_star_conf", "sigma"), effects)
    names = [name for name, *_ in FACTORS]
    write(TOTALS / "sensitivity_points.csv", (*names, *results[0]),
          [tuple(f"{x:.6g}" for x in (*(v[name] for name in names), *r.values())) for v, r in zip(points, results)])


def sobol(lariat, out, jobs, samples):
    import numpy
    from SALib.analyze import sobol as analysis
    from SALib.sample import sobol as sampling
    with (TOTALS / "sensitivity.csv").open(encoding="utf-8") as file:
        factors = top_factors(list(csv.DictReader(file)))
    asked = problem(factors)
    sample = sampling.sample(asked, samples, calc_second_order=False, seed=SAMPLE_SEED)
    results = results_at(lariat, [values_of(row, factors) for row in sample], out / "sobol.toml", jobs)
    named = asked | {"names": numpy.array(asked["names"])}  # SALib 1.5.1 asks pandas 3 for the unique names, which refuses a list
    rows = []
    for output in results[0]:
        a = analysis.analyze(named, column(results, output), calc_second_order=False, seed=SAMPLE_SEED)
        rows += [(output, name, samples, *(f"{float(a[key][i]):.6g}" for key in ("S1", "S1_conf", "ST", "ST_conf")))
                 for i, name in enumerate(asked["names"])]
    write(TOTALS / "sensitivity_sobol.csv", ("output", "factor", "samples", "first", "first_conf", "total", "total_conf"), rows)


def results_at(lariat, points, scenario, jobs):
    """The figures at each point. Points beyond those of one scenario file stand in further files, numbered from 2."""
    results, runs = [], 0
    for number, first in enumerate(range(0, len(points), POINTS_OF_A_FILE), 1):
        part = points[first:first + POINTS_OF_A_FILE]
        found = run(lariat, part, scenario if number == 1 else scenario.with_stem(f"{scenario.stem}_{number}"), jobs)
        results += [figures(found, at) for at in range(len(part))]
        runs += sum(map(len, found.values()))
    print(f"{scenario.stem}: {len(points)} points, {runs} runs")
    return results


def column(results, output):
    import numpy
    return numpy.array([r[output] for r in results])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=ROOT / "build/sim/sensitivity", help="the folder of the results")
    parser.add_argument("--jobs", type=int, default=1, help="runs side by side")
    parser.add_argument("--stage", choices=("morris", "sobol"), help="only this one")
    parser.add_argument("--samples", type=int, default=SOBOL_SAMPLES, help="Sobol's N, a power of two: N x 6 points")
    args = parser.parse_args()
    try:
        import SALib  # noqa: F401
    except ImportError as missing:
        sys.exit(f"the packages of tools/sim_requirements.txt are needed: {missing}")
    lariat = os.environ.get("LARIAT", str(ROOT / "build/lariat"))
    if args.stage != "sobol":
        morris(lariat, args.out, args.jobs)
    if args.stage != "morris":
        sobol(lariat, args.out, args.jobs, args.samples)


if __name__ == "__main__":
    main()
