#!/usr/bin/env python3
"""Turns the results of `lariat sim run` into the tables, decisions and plots of docs/simulation.md.

    tools/sim_report.py collect DIR     reads DIR/*.jsonl, writes simulation/totals/*.csv
    tools/sim_report.py render          reads those, writes docs/simulation/*.svg and the tables of docs/simulation.md

Results of a scenario file that has changed since are refused. Intervals are 95 % t-intervals over seeds, of arms paired
by seed; decisions are corrected within a question by Holm's method. Plots need matplotlib (python3-matplotlib)."""
import argparse
import csv
import hashlib
import json
import math
import re
import subprocess
import sys
import tomllib
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SCENARIOS, TOTALS = ROOT / "simulation/scenarios", ROOT / "simulation/totals"
PAGE, PLOTS = ROOT / "docs/simulation.md", ROOT / "docs/simulation"
SERIES_ROWS_MAX = 250


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


def class_metrics(c, fee):
    asked, fired = max(1, c["asked"]), max(1, c["fired"])
    mean = c["weight_sum"] / fired / 1000
    variance = c["weight_square_sum"] / fired / 1e6 - mean * mean
    return {"asked": c["asked"], "first": c["first"] / asked, "expired": c["expired"] / asked,
            "insolvent": c["insolvent"] / asked, "insolvent_actors": c["insolvent_actors"], "open": c["open"] / asked,
            "wait_mean": c["wait_sum"] / max(1, c["fired"] + c["open"]), "wait_p50": c["wait_p50"], "wait_p99": c["wait_p99"],
            "wait_max": c["wait_max"], "price": int(c["charged"]) / max(1, int(c["cycles"])) / fee,
            "w_mean": mean, "w_sd": math.sqrt(max(0.0, variance)), "w_between": c["weight_between"] / fired}


SERIES = {"median_recent": lambda row, fee: row["median_recent"], "lane": lambda row, fee: int(row["lane_basefee"]) / fee,
          "tip_ratio": lambda row, fee: int(row["median_tip"]) / max(1, int(row["lane_basefee"])),
          "waiting": lambda row, fee: row["waiting"]}


def collect(folder):
    files, metrics, series, refused = scenario_files(), defaultdict(list), defaultdict(list), 0
    for path in sorted(Path(folder).glob("*.jsonl")):
        lines = path.read_text().splitlines()
        header, totals = json.loads(lines[0]), json.loads(lines[-1])
        name = header["scenario"]
        if name not in files or sha256_of(files[name]) != header["scenario_sha256"]:
            refused += 1
            continue
        fee = int(tomllib.loads(files[name].read_text())["chain"]["cycle_basefee"])
        for key, value in market_metrics(totals, fee).items():
            metrics[name].append((header["arm"], header["seed"], "", key, value))
        for actors, c in totals["classes"].items():
            for key, value in class_metrics(c, fee).items():
                metrics[name].append((header["arm"], header["seed"], actors, key, value))
        if header["seed"] == 1:
            rows = [json.loads(line) for line in lines[1:-1]]
            for row in rows[::max(1, math.ceil(len(rows) / SERIES_ROWS_MAX))]:
                series[name].append((header["arm"], row["h"], *(f"{of(row, fee):.6g}" for of in SERIES.values())))
    TOTALS.mkdir(parents=True, exist_ok=True)
    for name in files:
        write_csv(TOTALS / f"{name}.csv", ("arm", "seed", "class", "metric", "value"),
                  sorted((a, s, c, k, f"{v:.9g}") for a, s, c, k, v in metrics[name]))
        write_csv(TOTALS / f"{name}_series.csv", ("arm", "h", *SERIES), sorted(series[name], key=lambda r: (r[0], int(r[1]))))
        print(f"{name}: {len({(m[0], m[1]) for m in metrics[name]})} runs")
    if refused:
        print(f"{refused} files are of other scenario files and were refused", file=sys.stderr)


def write_csv(path, head, rows):
    if not rows:
        path.unlink(missing_ok=True)
        return
    with path.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(head)
        writer.writerows(rows)


# ---- intervals -----------------------------------------------------------------------------------------------------

def t_density(x, df):
    return math.exp(math.lgamma((df + 1) / 2) - math.lgamma(df / 2)) / math.sqrt(df * math.pi) * (1 + x * x / df) ** (-(df + 1) / 2)


def t_tail(x, df, steps=2000):
    """P(T > x) of Student's distribution, x >= 0, by Simpson's rule."""
    if x > 1e6:
        return 0.0
    width = x / steps
    inner = sum((4 if i % 2 else 2) * t_density(i * width, df) for i in range(1, steps))
    return max(0.0, 0.5 - width / 3 * (t_density(0, df) + inner + t_density(x, df)))


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


def decide(name, totals, decisions):
    """A row for each decision, with Holm's correction over those of the file."""
    rows = []
    for d in decisions:
        ratio = d["metric"].endswith("_ratio")
        metric = d["metric"].removesuffix("_ratio") if ratio else d["metric"]
        actors = d.get("of", "")
        one, two = totals.of(d["arm"], actors, metric), totals.of(d["than"], actors, metric)
        pairs = [(one[s] / max(two[s], 1e-9) if ratio else one[s] - two[s]) for s in one if s in two]
        bound = d.get("above", d.get("below"))
        if len(pairs) < 2:
            rows.append((d, len(pairs), math.nan, math.nan, 1.0, "not run"))
            continue
        mean, half = interval(pairs)
        quantile = t_quantile(0.025, len(pairs) - 1)
        p = 2 * t_tail(abs(mean - bound) / (half / quantile), len(pairs) - 1) if half > 0 else 0.0
        rows.append((d, len(pairs), mean, half, p, None))
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
    "sim2_shock": ("incumbents", [("incumbent first", "incumbent", "first"), ("incumbent W", "incumbent", "w_mean"),
                                  ("hb W", "hb", "w_mean"), ("entrant W", "entrant", "w_mean"), ("u", "", "utilisation")]),
    "sim3_window": ("equal actors", [("W mean", "equal", "w_mean"), ("W sd", "equal", "w_sd"), ("1 < W < 2", "equal", "w_between")]),
    "sim4_tiers": ("tips", [("m/L p5", "", "tip_p5"), ("m/L p50", "", "tip_p50"), ("m/L p95", "", "tip_p95"),
                            ("economy first", "economy", "first"), ("urgent first", "urgent", "first"),
                            ("urgent price", "urgent", "price"), ("default price", "preset", "price")]),
    "sim5_multiplier": ("use and burn", [("u", "", "utilisation"), ("L p50 / F", "", "lane_p50"), ("price / F", "user", "price"),
                                         ("burn", "", "burn"), ("burn, lane", "", "burn_lane")]),
    "sim6a_tie": ("waits, in blocks", [("crowd mean", "crowd", "wait_mean"), ("crowd p99", "crowd", "wait_p99"),
                                       ("crowd max", "crowd", "wait_max"), ("hb p99", "hb", "wait_p99"),
                                       ("fresh mean", "fresh", "wait_mean"), ("grinder mean", "grinder", "wait_mean"),
                                       ("crowd expired", "crowd", "expired")]),
    "sim6b_gain": ("lane base fee", [("R", "", "swing"), ("L p50 / F", "", "lane_p50"), ("L p95 / F", "", "lane_p95"),
                                     ("u", "", "utilisation"), ("full blocks", "", "full"), ("empty blocks", "", "empty")]),
    "sim16_backlog": ("payers of the backlog", [("insolvent", "backlog", "insolvent"), ("actors", "backlog", "insolvent_actors"),
                                                ("expired", "backlog", "expired"), ("open", "backlog", "open"),
                                                ("wait p99", "backlog", "wait_p99"), ("price / F", "backlog", "price"),
                                                ("L max / F", "", "lane_max")]),
}


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
            cells.append(shown(*interval(values)) if values and sum(asked) else "")
        out.append(f"| `{arm}` | {len(totals.seeds[arm])} | " + " | ".join(cells) + " |")
    out.append("")
    decisions = decide(name, totals, tomllib.loads(path.read_text()).get("decide", []))
    if decisions:
        out += ["| decision of the file | pairs | estimate | bound | holds |", "| --- | --- | --- | --- | --- |"]
        for d, n, mean, half, verdict in decisions:
            bound = f"above {d['above']}" if "above" in d else f"below {d['below']}"
            out.append(f"| {d['name']} | {n} | {'' if math.isnan(mean) else shown(mean, half)} | {bound} | {verdict} |")
        out.append("")
    return out


def render():
    text = PAGE.read_text()
    for name, path in scenario_files().items():
        begin, end = f"<!-- {name} -->", f"<!-- end {name} -->"
        if begin not in text:
            sys.exit(f"docs/simulation.md has no place for {name}")
        head, rest = text.split(begin, 1)
        _, tail = rest.split(end, 1)
        note = f"`simulation/scenarios/{name}.toml`, hypotheses and rules of commit `{git_hash(path)}`; ± are 95 % t-intervals."
        text = head + begin + "\n" + "\n".join([note, "", *table_of(name, path)]).rstrip("\n") + "\n\n" + end + tail
    PAGE.write_text(text)
    try:
        import sim_plots
    except ImportError as missing:
        sys.exit(f"the tables are written; the plots need the Debian package python3-matplotlib: {missing}")
    sim_plots.plot_all(PLOTS)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("collect", help="results into tables of totals").add_argument("folder", metavar="DIR")
    commands.add_parser("render", help="totals into the page")
    args = parser.parse_args()
    if args.command == "collect":
        collect(args.folder)
    else:
        render()


if __name__ == "__main__":
    main()
