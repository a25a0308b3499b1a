#!/usr/bin/env python3
"""Turns the results of `lariat sim run` into the tables, decisions and plots of docs/simulation.md.

    tools/sim_report.py collect DIR     reads DIR/*.jsonl, writes simulation/totals/*.csv
    tools/sim_report.py render          reads those, writes docs/simulation/*.svg, the tables of docs/simulation.md and its
                                        answers, whose words stand in simulation/answers.md
    tools/sim_report.py html [FILE]     the page with its plots as one file, build/simulation.html
    tools/sim_report.py pdf [FILE]      the same as build/simulation.pdf, by chromium

Results of a scenario file that has changed since are refused; a scenario without results in DIR keeps its totals.
Intervals are 95 % t-intervals over seeds, of arms paired by seed; decisions are corrected within a question by Holm's
method. Plots need matplotlib (python3-matplotlib)."""
import argparse
import csv
import functools
import hashlib
import json
import math
import re
import subprocess
import sys
import tomllib
from collections import defaultdict
from pathlib import Path

import sim_answers

ROOT = Path(__file__).resolve().parents[1]
SCENARIOS, TOTALS = ROOT / "simulation/scenarios", ROOT / "simulation/totals"
PAGE, PLOTS, ANSWERS = ROOT / "docs/simulation.md", ROOT / "docs/simulation", ROOT / "simulation/answers.md"
SERIES_ROWS_MAX = 250
# Files whose totals keep only the classes that a table or a decision names, and series only where a plot shows them.
LEAN = {"sim1_more": False, "sim1_tips": False, "sim2_many": False, "sim2_return": False, "sim3_lag": False,
        "sim3_slow": False, "sim4_agents": False, "sim4_mixes": False, "sim5_elasticity": False, "sim6a_overload": False,
        "sim6b_cross": False, "sim6b_long": False, "sim6b_low": False, "sim6b_step": True, "sim16_200": False,
        "sim16_cross": False, "sim16_gain32": False}


def scenario_files():
    return {path.stem: path for path in sorted(SCENARIOS.glob("*.toml"))}


def sha256_of(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


# ---- what a run measures -------------------------------------------------------------------------------------------

def market_metrics(totals, fee):
    blocks = totals["blocks"]
    lane = {name: int(value) for name, value in totals["lane_basefee"].items()}
    tips = {name: int(value) / 1e6 for name, value in totals["tip_ratio_millionths"].items()}
    burned = int(totals["burned_cycle"]) + int(totals["burned_lane"])
    per_block = blocks * int(totals["lane_size"]) * fee
    return {"utilisation": int(totals["lane_cycles"]) / (blocks * int(totals["lane_size"])),
            "full": totals["full_blocks"] / blocks, "empty": totals["empty_blocks"] / blocks,
            "fires": totals["fires"], "refused": totals["refused"], "waiting_max": totals["waiting_max"],
            "lane_p5": lane["p5"] / fee, "lane_p50": lane["p50"] / fee, "lane_p95": lane["p95"] / fee,
            "lane_max": lane["p100"] / fee, "swing": lane["p95"] / max(1, lane["p5"]),
            "tip_p5": tips["p5"], "tip_p50": tips["p50"], "tip_p95": tips["p95"], "tip_min": tips["p0"], "tip_max": tips["p100"],
            "burn": burned / per_block, "burn_lane": int(totals["burned_lane"]) / per_block,
            "tips": int(totals["tips"]) / per_block}


def response_metrics(response, fee):
    """Of a step of one population. What has not settled counts as infinite; a weight that stays has no lag."""
    def blocks(value):
        return math.inf if value == "not settled" else value

    def level(value, unit):
        return None if value is None else int(value) / unit
    return {"lag": None if response["lag"] == "no change" else blocks(response["lag"]),
            "settling": blocks(response["settling"]),
            "w_before": level(response["weight_before"], 1000), "w_after": level(response["weight_after"], 1000),
            "lane_before": level(response["lane_basefee_before"], fee), "lane_after": level(response["lane_basefee_after"], fee)}


def recent_metrics(rows, at, warmup):
    """The median of recent fires before a step and in the last quarter of the blocks from it on, over the rows of a file."""
    before = [row["median_recent"] for row in rows if warmup < row["h"] < at]
    after = [row["median_recent"] for row in rows if row["h"] >= at]
    last = after[len(after) - len(after) // 4:]
    return {name: sum(values) / len(values) for name, values in (("recent_before", before), ("recent_after", last)) if values}


def class_metrics(c, fee):
    asked, fired = max(1, c["asked"]), max(1, c["fired"])
    mean = c["weight_sum"] / fired / 1000
    variance = c["weight_square_sum"] / fired / 1e6 - mean * mean
    of_fires = {"price": int(c["charged"]) / max(1, int(c["cycles"])) / fee, "w_mean": mean,
                "w_sd": math.sqrt(max(0.0, variance)), "w_between": c["weight_between"] / fired} if c["fired"] else {}
    return of_fires | {"asked": c["asked"], "first": c["first"] / asked, "expired": c["expired"] / asked,
            "insolvent": c["insolvent"] / asked, "insolvent_actors": c["insolvent_actors"], "open": c["open"] / asked,
            "wait_mean": c["wait_sum"] / max(1, c["fired"] + c["open"]), "wait_p50": c["wait_p50"], "wait_p99": c["wait_p99"],
            "wait_max": c["wait_max"]}


# Of one scenario the whole distribution of waits: share of what was due that waited for longer than so many blocks.
WAITS_SHOWN = {"sim6a_tie"}


def wait_metrics(c):
    waited = max(1, c["fired"] + c["open"])
    return {f"wait_longer_{blocks}": count / waited for blocks, count in c["wait_longer"].items()}


SERIES = {"median_recent": lambda row, fee: row["median_recent"], "lane": lambda row, fee: int(row["lane_basefee"]) / fee,
          "tip_ratio": lambda row, fee: int(row["median_tip"]) / max(1, int(row["lane_basefee"])),
          "waiting": lambda row, fee: row["waiting"]}


def wanted_of(name, scenario):
    """The (class, metric) of the tables and decisions of a scenario."""
    decided = {(d.get(of, d.get("of", "")), d["metric"].removesuffix("_ratio"))
               for d in scenario.get("decide", []) for of in ("of", "than_of")}
    return decided | {(actors, metric) for _, actors, metric in (TABLES[name][1] if name in TABLES else ())}


def classes_of(name, scenario):
    """The classes among them; the empty one is the market."""
    return {actors for actors, _ in wanted_of(name, scenario)}


def added(name, found):
    """The rows of a scenario's table with those that `found` has beside them: of each further run what a table or a decision
    shows. A run that is in both has to have the same values, since the table may be of another program or scenario file."""
    wanted = wanted_of(name, tomllib.loads(scenario_files()[name].read_text()))
    path = TOTALS / f"{name}.csv"
    rows = [tuple(row.values()) for row in csv.DictReader(path.read_text().splitlines())] if path.exists() else []
    known = {(arm, seed, actors, metric): value for arm, seed, actors, metric, value in rows}
    runs = {(arm, seed) for arm, seed, *_ in rows}
    for arm, seed, actors, metric, value in found:
        if (arm, str(seed)) not in runs:
            if (actors, metric) in wanted:
                rows.append((arm, str(seed), actors, metric, value))
        elif known.get((arm, str(seed), actors, metric), value) != value:
            sys.exit(f"sim_report: {path.name} has {metric} {known[arm, str(seed), actors, metric]} for seed {seed} of {arm or 'the base'}, "
                     f"this run has {value}: collect all runs anew, without --add")
    return rows


def collect(folder, add=False):
    """With `add` the runs that the tables have stay, and so do the series."""
    files, metrics, series, refused = scenario_files(), defaultdict(list), defaultdict(list), 0
    for path in sorted(Path(folder).glob("*.jsonl")):
        lines = path.read_text().splitlines()
        header, totals = json.loads(lines[0]), json.loads(lines[-1])
        name = header["scenario"]
        if name not in files or sha256_of(files[name]) != header["scenario_sha256"]:
            refused += 1
            continue
        scenario = tomllib.loads(files[name].read_text())
        fee = int(scenario["chain"]["cycle_basefee"])
        rows = [json.loads(line) for line in lines[1:-1]]
        market = market_metrics(totals, fee)
        if "response" in totals:
            at = header["set"].get("step.at", scenario.get("step", {}).get("at"))
            market |= response_metrics(totals["response"], fee) | recent_metrics(rows, at, header["warmup"])
        for key, value in market.items():
            if value is not None:
                metrics[name].append((header["arm"], header["seed"], "", key, value))
        for actors, c in totals["classes"].items():
            if name in LEAN and actors not in classes_of(name, scenario):
                continue
            waits = wait_metrics(c) if name in WAITS_SHOWN else {}
            for key, value in (class_metrics(c, fee) | waits).items():
                metrics[name].append((header["arm"], header["seed"], actors, key, value))
        if header["seed"] == 1 and LEAN.get(name, True):
            for row in rows[::max(1, math.ceil(len(rows) / SERIES_ROWS_MAX))]:
                series[name].append((header["arm"], row["h"], *(f"{of(row, fee):.6g}" for of in SERIES.values())))
    TOTALS.mkdir(parents=True, exist_ok=True)
    for name in metrics:
        rows = [(a, s, c, k, f"{v:.9g}") for a, s, c, k, v in metrics[name]]
        rows = sorted(added(name, rows) if add else rows, key=lambda r: (r[0], int(r[1]), *r[2:]))
        write_csv(TOTALS / f"{name}.csv", ("arm", "seed", "class", "metric", "value"), rows)
        if series[name] and not add:
            write_csv(TOTALS / f"{name}_series.csv", ("arm", "h", *SERIES), sorted(series[name], key=lambda r: (r[0], int(r[1]))))
        print(f"{name}: {len({(m[0], m[1]) for m in metrics[name]})} runs")
    if refused:
        print(f"{refused} files are of other scenario files and were refused", file=sys.stderr)


def write_csv(path, head, rows):
    with path.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(head)
        writer.writerows(rows)


# ---- intervals -----------------------------------------------------------------------------------------------------

def t_tail(x, df, steps=2000):
    """P(T > x) of Student's distribution, x >= 0. With T = sqrt(df) tan(angle) the density is a power of the cosine over a
    finite range, which Simpson's rule takes however large x is."""
    scale = math.exp(math.lgamma((df + 1) / 2) - math.lgamma(df / 2)) / math.sqrt(math.pi)
    left = math.atan2(math.sqrt(df), x)  # from the angle of x to the right one
    width = left / steps
    inner = sum((4 if i % 2 else 2) * math.sin(i * width) ** (df - 1) for i in range(1, steps))
    return scale * width / 3 * ((1.0 if df == 1 else 0.0) + inner + math.sin(left) ** (df - 1))


@functools.cache
def t_quantile(tail, df):
    low, high = 0.0, 1000.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if t_tail(middle, df) > tail else (low, middle)
    return high


def interval(values, alpha=0.05):
    """(mean, half of the interval); no interval of fewer than two values."""
    n = len(values)
    mean = sum(values) / n
    if n < 2:
        return mean, math.nan
    if min(values) == max(values):
        return values[0], 0.0  # a sum of equal values need not be a multiple of them
    deviation = math.sqrt(sum((v - mean) ** 2 for v in values) / (n - 1))
    return mean, t_quantile(alpha / 2, n - 1) * deviation / math.sqrt(n)


class Totals:
    """The CSV of a scenario: value of (arm, seed, class, metric)."""

    def __init__(self, name):
        self.values, self.seeds = {}, defaultdict(set)
        path = TOTALS / f"{name}.csv"
        for row in csv.DictReader(path.read_text().splitlines()) if path.exists() else ():
            self.values[row["arm"], int(row["seed"]), row["class"], row["metric"]] = float(row["value"])
            self.seeds[row["arm"]].add(int(row["seed"]))

    def of(self, arm, actors, metric):
        return {seed: self.values[arm, seed, actors, metric] for seed in sorted(self.seeds[arm])
                if (arm, seed, actors, metric) in self.values}


def shown(mean, half, digits=3):
    def text(x):
        if x == 0 or 1e-3 <= abs(x) < 1e5:
            return f"{x:.{digits}f}" if abs(x) < 100 else f"{x:.0f}"
        return f"{x:.2e}"
    return text(mean) if math.isnan(half) else f"{text(mean)} ± {text(half)}"


def cell(values):
    """Mean and interval; those that are infinite, as blocks to settle can be, are counted."""
    finite = [v for v in values if math.isfinite(v)]
    if len(finite) == len(values):
        return shown(*interval(values))
    missing = f"not settled in {len(values) - len(finite)} of {len(values)}"
    return f"{missing}; others {shown(*interval(finite))}" if finite else missing


def compared(totals, d):
    """By seed: the metric of an arm, its difference from another arm's, or its ratio to it."""
    ratio = d["metric"].endswith("_ratio")
    metric = d["metric"].removesuffix("_ratio") if ratio else d["metric"]
    one = totals.of(d["arm"], d.get("of", ""), metric)
    if "than" not in d:
        return list(one.values())
    two = totals.of(d["than"], d.get("than_of", d.get("of", "")), metric)
    return [(one[s] / max(two[s], 1e-9) if ratio else one[s] - two[s]) for s in one if s in two]


def decide(name, totals, decisions):
    """A row for each decision, with Holm's correction over those of the file. Where some values are infinite, the bound is
    missed if all are, and otherwise undecided."""
    rows = []
    for d in decisions:
        pairs = compared(totals, d)
        bound = d.get("above", d.get("below"))
        if len(pairs) < 2:
            rows.append((d, pairs, math.nan, math.nan, 1.0, "not run"))
            continue
        if not all(map(math.isfinite, pairs)):
            rows.append((d, pairs, math.inf, math.nan, 1.0, "undecided" if any(map(math.isfinite, pairs)) else "no"))
            continue
        mean, half = interval(pairs)
        quantile = t_quantile(0.025, len(pairs) - 1)
        p = 2 * t_tail(abs(mean - bound) / (half / quantile), len(pairs) - 1) if half > 0 else 0.0
        rows.append((d, pairs, mean, half, p, None))
    judged = {}
    worst = 0.0
    open_ones = sorted((row[4], i) for i, row in enumerate(rows) if row[5] is None)
    for rank, (p, i) in enumerate(open_ones):
        worst = max(worst, p * (len(open_ones) - rank))
        d, _, mean, *_ = rows[i]
        holds = mean > d["above"] if "above" in d else mean < d["below"]
        judged[i] = ("yes" if holds else "no") if worst <= 0.05 else "undecided"
    return [(*row[:4], row[5] or judged[i]) for i, row in enumerate(rows)]


# ---- the page ------------------------------------------------------------------------------------------------------

TABLES = {
    "sim1_split": ("attacker: first, W; honest: first light, heavy", [
        ("attacker first", "attacker", "first"), ("attacker W", "attacker", "w_mean"), ("attacker price", "attacker", "price"),
        ("factory first", "factory", "first"), ("light first", "honest/light", "first"), ("heavy first", "honest/heavy", "first"),
        ("m / L", "", "tip_p50")]),
    "sim1_more": ("attacker and honest", [
        ("attacker first", "attacker", "first"), ("attacker W", "attacker", "w_mean"), ("attacker price", "attacker", "price"),
        ("light first", "honest/light", "first"), ("heavy first", "honest/heavy", "first")]),
    "sim1_tips": ("attacker and honest", [
        ("attacker first", "attacker", "first"), ("attacker W", "attacker", "w_mean"), ("attacker price", "attacker", "price"),
        ("light first", "honest/light", "first"), ("heavy first", "honest/heavy", "first"), ("m / L", "", "tip_p50")]),
    "sim2_shock": ("incumbents", [("incumbent first", "incumbent", "first"), ("incumbent W", "incumbent", "w_mean"),
                                  ("hb W", "hb", "w_mean"), ("entrant W", "entrant", "w_mean"), ("u", "", "utilisation")]),
    "sim2_return": ("lag of W of the heartbeats, in blocks", [
        ("lag", "", "lag"), ("hb W before", "", "w_before"), ("hb W after", "", "w_after"),
        ("incumbent first", "incumbent", "first"), ("incumbent W", "incumbent", "w_mean")]),
    "sim2_many": ("lag of W of the heartbeats, in blocks; m of the last quarter", [
        ("lag", "", "lag"), ("recent m before", "", "recent_before"), ("recent m after", "", "recent_after"),
        ("hb W before", "", "w_before"), ("hb W after", "", "w_after"), ("incumbent first", "incumbent", "first"),
        ("incumbent W", "incumbent", "w_mean"), ("entrant W", "entrant", "w_mean"), ("entrant first", "entrant", "first")]),
    "sim3_window": ("equal actors", [("W mean", "equal", "w_mean"), ("W sd", "equal", "w_sd"), ("1 < W < 2", "equal", "w_between")]),
    "sim3_lag": ("lag in blocks, and W of the class before and after", [
        ("lag", "", "lag"), ("W before", "", "w_before"), ("W after", "", "w_after"), ("steady W sd", "steady", "w_sd"),
        ("steady 1 < W < 2", "steady", "w_between")]),
    "sim4_tiers": ("tips", [("m/L p5", "", "tip_p5"), ("m/L p50", "", "tip_p50"), ("m/L p95", "", "tip_p95"),
                            ("economy first", "economy", "first"), ("urgent first", "urgent", "first"),
                            ("urgent price", "urgent", "price"), ("default price", "preset", "price")]),
    "sim4_agents": ("tips", [("m/L p5", "", "tip_p5"), ("m/L p50", "", "tip_p50"), ("m/L p95", "", "tip_p95"),
                             ("agent first", "agent", "first"), ("agent price", "agent", "price"),
                             ("default price", "preset", "price")]),
    "sim4_mixes": ("tips", [
        ("m/L least", "", "tip_min"), ("m/L p5", "", "tip_p5"), ("m/L p50", "", "tip_p50"), ("m/L p95", "", "tip_p95"),
        ("m/L greatest", "", "tip_max"), ("economy first", "economy", "first"), ("urgent first", "urgent", "first"),
        ("economy price", "economy", "price"), ("default price", "preset", "price"), ("urgent price", "urgent", "price")]),
    "sim5_multiplier": ("use and burn", [("u", "", "utilisation"), ("L p50 / F", "", "lane_p50"), ("price / F", "user", "price"),
                                         ("burn", "", "burn"), ("burn, lane", "", "burn_lane")]),
    "sim6a_tie": ("waits, in blocks", [("crowd mean", "crowd", "wait_mean"), ("crowd p99", "crowd", "wait_p99"),
                                       ("crowd max", "crowd", "wait_max"), ("hb p99", "hb", "wait_p99"),
                                       ("fresh mean", "fresh", "wait_mean"), ("grinder mean", "grinder", "wait_mean"),
                                       ("crowd expired", "crowd", "expired")]),
    "sim6a_overload": ("waits, in blocks", [("crowd mean", "crowd", "wait_mean"), ("crowd p99", "crowd", "wait_p99"),
                                            ("crowd max", "crowd", "wait_max"), ("hb p99", "hb", "wait_p99"),
                                            ("fresh mean", "fresh", "wait_mean"), ("grinder mean", "grinder", "wait_mean"),
                                            ("crowd expired", "crowd", "expired")]),
    "sim6b_gain": ("lane base fee", [("R", "", "swing"), ("L p50 / F", "", "lane_p50"), ("L p95 / F", "", "lane_p95"),
                                     ("u", "", "utilisation"), ("full blocks", "", "full"), ("empty blocks", "", "empty")]),
    "sim6b_step": ("settling in blocks after the step", [
        ("settling", "", "settling"), ("L before / F", "", "lane_before"), ("L after / F", "", "lane_after"),
        ("L max / F", "", "lane_max"), ("R", "", "swing")]),
    "sim6b_cross": ("lane base fee", [("R", "", "swing"), ("L p50 / F", "", "lane_p50"), ("u", "", "utilisation")]),
    "sim6b_long": ("lane base fee", [("R", "", "swing"), ("L p5 / F", "", "lane_p5"), ("L p50 / F", "", "lane_p50"),
                                     ("L p95 / F", "", "lane_p95"), ("L max / F", "", "lane_max"), ("u", "", "utilisation")]),
    "sim16_backlog": ("payers of the backlog", [("insolvent", "backlog", "insolvent"), ("actors", "backlog", "insolvent_actors"),
                                                ("expired", "backlog", "expired"), ("open", "backlog", "open"),
                                                ("wait p99", "backlog", "wait_p99"), ("price / F", "backlog", "price"),
                                                ("L max / F", "", "lane_max")]),
    "sim16_cross": ("payers of the backlog", [("insolvent", "backlog", "insolvent"), ("actors", "backlog", "insolvent_actors"),
                                              ("open", "backlog", "open"), ("wait p99", "backlog", "wait_p99"),
                                              ("price / F", "backlog", "price"), ("L max / F", "", "lane_max")]),
}

TABLES["sim16_gain32"] = TABLES["sim16_cross"]
TABLES["sim6b_low"] = TABLES["sim6b_long"]
TABLES["sim16_200"] = TABLES["sim16_backlog"]
TABLES["sim5_elasticity"] = TABLES["sim5_multiplier"]
TABLES["sim3_slow"] = TABLES["sim3_lag"]


def git_hash(path):
    done = subprocess.run(["git", "log", "-1", "--format=%h", "--", str(path)], capture_output=True, text=True, cwd=ROOT, check=False)
    return done.stdout.strip() or "not committed"


def arms_in_order(scenario_path, totals):
    """In the order of the file as far as that is known: by name."""
    return sorted(totals.seeds, key=lambda arm: [int(x) if x.isdigit() else x for x in re.split(r"(\d+)", arm)])


def table_of(name, path):
    totals = Totals(name)
    if not totals.seeds:
        return ["No run of this file is in simulation/totals.", ""]
    _, columns = TABLES[name]
    out = ["| arm | seeds | " + " | ".join(title for title, *_ in columns) + " |", "| --- " * (len(columns) + 2) + "|"]
    for arm in arms_in_order(path, totals):
        cells = []
        for _, actors, metric in columns:
            values = list(totals.of(arm, actors, metric).values())
            asked = list(totals.of(arm, actors, "asked").values()) if actors else [1]
            text = cell(values) if values and sum(asked) else ""
            stays = len(totals.of(arm, "", "w_before")) - len(values) if metric == "lag" else 0
            cells.append("; ".join(filter(None, [f"no change in {stays} of {len(totals.seeds[arm])}" if stays else "", text])))
        out.append(f"| `{arm}` | {len(totals.seeds[arm])} | " + " | ".join(cells) + " |")
    out.append("")
    decisions = decide(name, totals, tomllib.loads(path.read_text()).get("decide", []))
    if decisions:
        out += ["| decision of the file | pairs | estimate | bound | holds |", "| --- | --- | --- | --- | --- |"]
        for d, pairs, _, _, verdict in decisions:
            bound = f"above {d['above']}" if "above" in d else f"below {d['below']}"
            out.append(f"| {d['name']} | {len(pairs)} | {cell(pairs) if pairs else ''} | {bound} | {verdict} |")
        out.append("")
    return out


SENSITIVITY_OUTPUTS = {"split_gain": "gain of splitting, SIM-1", "log10_swing": "log10 of R, SIM-6 (b)"}


def sensitivity_rows(name="sensitivity"):
    path = TOTALS / f"{name}.csv"
    return list(csv.DictReader(path.read_text().splitlines())) if path.exists() else []


def sobol_table():
    rows = sensitivity_rows("sensitivity_sobol")
    if not rows:
        return ["No run of Sobol's method is in simulation/totals."]
    samples, factors = int(rows[0]["samples"]), len({row["factor"] for row in rows})
    out = [f"`simulation/sensitivity.toml` of commit `{git_hash(ROOT / 'simulation/sensitivity.toml')}`, N = {samples}, "
           f"{samples * (factors + 2)} points; ± are 95 % intervals by resampling.", "",
           "| figure | assumption | first-order index | total index |", "| --- | --- | --- | --- |"]
    for row in sorted(rows, key=lambda row: (row["output"], -float(row["total"]))):
        out.append(f"| {SENSITIVITY_OUTPUTS[row['output']]} | {row['factor']} | {shown(float(row['first']), float(row['first_conf']))} | "
                   f"{shown(float(row['total']), float(row['total_conf']))} |")
    return out


def sensitivity_table():
    rows, points = sensitivity_rows(), sensitivity_rows("sensitivity_points")
    if not rows:
        return ["No run of the sensitivity analysis is in simulation/totals."]
    out = [f"`simulation/sensitivity.toml` of commit `{git_hash(ROOT / 'simulation/sensitivity.toml')}`, {len(points)} points; "
           "± are 95 % intervals of the mean by resampling.", "",
           "| figure | assumption | mean absolute effect | mean effect | standard deviation |", "| --- | --- | --- | --- | --- |"]
    for row in sorted(rows, key=lambda row: (row["output"], -float(row["mu_star"]))):
        out.append(f"| {SENSITIVITY_OUTPUTS[row['output']]} | {row['factor']} | "
                   f"{shown(float(row['mu_star']), float(row['mu_star_conf']))} | {float(row['mu']):.3f} | {float(row['sigma']):.3f} |")
    gains, swings = ([float(p[key]) for p in points] for key in ("split_gain", "log10_swing"))
    return out + ["", f"Splitting gains at most 0.05 at {sum(g <= 0.05 for g in gains)} of {len(points)} points, at the median "
                  f"{sorted(gains)[len(gains) // 2]:.3f}. R is above 1.5 at {sum(s > math.log10(1.5) for s in swings)} of "
                  f"{len(points)} points, at the median {10 ** sorted(swings)[len(swings) // 2]:.3g}."]


def placed(text, name, lines):
    """The page with these lines at the place of this name."""
    begin, end = f"<!-- {name} -->", f"<!-- end {name} -->"
    if begin not in text:
        sys.exit(f"docs/simulation.md has no place for {name}")
    head, rest = text.split(begin, 1)
    _, tail = rest.split(end, 1)
    return head + begin + "\n" + "\n".join(lines).rstrip("\n") + "\n\n" + end + tail


def render():
    text = PAGE.read_text()
    text = placed(text, "sensitivity", sensitivity_table())
    text = placed(text, "sensitivity_sobol", sobol_table())
    tables = {name: table_of(name, path) for name, path in scenario_files().items()}
    for name, path in scenario_files().items():
        note = f"`simulation/scenarios/{name}.toml`, hypotheses and rules of commit `{git_hash(path)}`; ± are 95 % t-intervals."
        text = placed(text, name, [note, "", *tables[name]])
    answers, places = sim_answers.filled(ANSWERS.read_text(), tables)
    text = placed(placed(text, "answers", answers), "figures", places)
    PAGE.write_text(text)
    try:
        import sim_plots
    except ImportError as missing:
        sys.exit(f"the tables are written; the plots need the Debian package python3-matplotlib: {missing}")
    sim_plots.plot_all(PLOTS)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("collect", help="results into tables of totals")
    command.add_argument("folder", metavar="DIR")
    command.add_argument("--add", action="store_true", help="keep the runs that the tables have, and add those that they lack")
    commands.add_parser("render", help="totals into the page")
    for form in ("html", "pdf"):
        command = commands.add_parser(form, help=f"the page with its plots as one {form.upper()} file")
        command.add_argument("file", type=Path, nargs="?", default=ROOT / f"build/simulation.{form}", metavar="FILE")
    args = parser.parse_args()
    if args.command == "collect":
        collect(args.folder, args.add)
    elif args.command == "render":
        render()
    else:
        import sim_page
        write = sim_page.write_html if args.command == "html" else sim_page.write_pdf
        write(PAGE, args.file)
        print(args.file)


if __name__ == "__main__":
    main()
