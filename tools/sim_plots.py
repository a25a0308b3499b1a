"""The plots of docs/simulation.md, from simulation/totals. The same totals give the same bytes."""
import csv
import math
import re

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402

import sim_report  # noqa: E402

plt.rcParams.update({"svg.hashsalt": "lariat", "svg.fonttype": "none", "font.size": 8, "axes.spines.top": False,
                     "axes.spines.right": False, "figure.figsize": (5.2, 2.8), "legend.frameon": False})


def series_of(name):
    """{arm: [(height, values by column)]}, of seed 1."""
    path = sim_report.TOTALS / f"{name}_series.csv"
    found = {}
    for row in csv.DictReader(path.read_text().splitlines()) if path.exists() else ():
        found.setdefault(row["arm"], []).append((int(row["h"]), row))
    return found


def point(totals, arm, actors, metric):
    values = [v for v in totals.of(arm, actors, metric).values() if math.isfinite(v)]
    return sim_report.interval(values) if values else None


def errors(ax, totals, arms, xs, actors, metric, label):
    found = [(x, point(totals, arm, actors, metric)) for x, arm in zip(xs, arms)]
    found = [(x, p) for x, p in found if p]
    if found:
        ax.errorbar([x for x, _ in found], [p[0] for _, p in found],
                    [0 if math.isnan(p[1]) else p[1] for _, p in found], marker="o", ms=3, capsize=2, lw=1, label=label)
    return bool(found)


def save(folder, name, ax, **labels):
    ax.set(**labels)
    if ax.get_legend_handles_labels()[0]:
        ax.legend(fontsize=7)
    ax.figure.tight_layout()
    ax.figure.savefig(folder / f"{name}.svg", metadata={"Date": None, "Creator": None})
    plt.close(ax.figure)


def save_drawn(drawn, folder, name, ax, **labels):
    """The same where anything was drawn: a plot without results is not written."""
    if any(drawn):
        save(folder, name, ax, **labels)
    else:
        plt.close(ax.figure)


def lines(folder, name, scenario, column, arms, scale="linear", **labels):
    found = series_of(scenario)
    _, ax = plt.subplots()
    for arm in [a for a in arms if a in found]:
        ax.plot([h for h, _ in found[arm]], [float(row[column]) for _, row in found[arm]], lw=0.9, label=arm)
    ax.set_yscale(scale)
    if ax.lines:
        save(folder, name, ax, xlabel="block", **labels)
    else:
        plt.close(ax.figure)


def split(folder):
    totals = sim_report.Totals("sim1_split")
    _, ax = plt.subplots()
    counts = [1, 4, 16, 64, 400]
    drawn = [errors(ax, totals, [f"attacker.count={n},chain.fairness_clip_max={clip}" for n in counts], counts, "attacker",
                    "first", f"attacker, clip_max {clip / 1000}") for clip in (1250, 2000)]
    ax.set_xscale("log")
    save_drawn(drawn, folder, "first_by_n", ax, xlabel="actors that the attacker's nine timers are spread over",
               ylabel="share fired in their due block", title="SIM-1: what splitting gains")


def window(folder):
    totals = sim_report.Totals("sim3_window")
    _, ax = plt.subplots()
    windows = [100, 300, 1000, 3000]
    drawn = [errors(ax, totals, [f"chain.fairness_window_blocks={w},equal.count={n}" for w in windows], windows, "equal", "w_sd",
                    f"{n} equal actors, 10 fires a block") for n in (100, 400, 4000)]
    ax.set_xscale("log")
    save_drawn(drawn, folder, "w_by_window", ax, xlabel="window, blocks", ylabel="standard deviation of W",
               title="SIM-3: noise of W among equals")


def waits(folder):
    """The mean over the seeds of an arm. A wait of 0 stands at a half, since the axis is logarithmic."""
    totals = sim_report.Totals("sim6a_tie")
    metrics = sorted((int(m.removeprefix("wait_longer_")), m) for m in {key[3] for key in totals.values} if m.startswith("wait_longer_"))
    _, ax = plt.subplots()
    drawn = False
    for label, arm in (("FIFO", "fifo,crowd.rate=16"), *((tie, f"chain.tie_break={tie},crowd.rate=16") for tie in ("spec", "fair", "outcome"))):
        runs = len(totals.of(arm, "crowd", "wait_p50"))
        found = [(max(blocks, 0.5), sum(totals.of(arm, "crowd", metric).values()) / max(1, runs)) for blocks, metric in metrics]
        found = [(blocks, share) for blocks, share in found if share > 0]
        if found:
            ax.step([x for x, _ in found], [y for _, y in found], where="post", lw=1, label=label)
            drawn = True
    ax.set_xscale("log")
    ax.set_yscale("log")
    save_drawn([drawn], folder, "waits_by_tie", ax, xlabel="blocks", ylabel="share of the crowd's timers that wait longer",
               title="SIM-6 (a): waits in an overload of 100 blocks")


def multiplier(folder):
    totals = sim_report.Totals("sim5_multiplier")
    _, ax = plt.subplots()
    steps = [700, 800, 900, 1000]
    drawn = False
    for rate in (4, 8, 12, 16):
        drawn |= errors(ax, totals, [f"chain.timer_lane_fee_multiplier={m},user.rate={rate}" for m in steps],
                        [m / 1000 for m in steps], "", "utilisation", f"D = {rate / 20}")
        if rate / 20 < 0.45:
            ax.plot([m / 1000 for m in steps], [rate / 20 * (m / 1000) ** -0.2 for m in steps], ":", color="gray", lw=0.8)
    if drawn:
        save(folder, "use_by_multiplier", ax, xlabel="multiplier", ylabel="used share of the lane",
             title="SIM-5: use; dotted: D x mu^-0.2")
    else:
        plt.close(ax.figure)


def bars(folder, name, scenario, metric, actors, pattern, **labels):
    totals = sim_report.Totals(scenario)
    arms = [arm for arm in sim_report.arms_in_order(None, totals) if re.search(pattern, arm) and point(totals, arm, actors, metric)]
    if not arms:
        return
    points = [point(totals, arm, actors, metric) for arm in arms]
    _, ax = plt.subplots(figsize=(5.2, 0.9 + 0.24 * len(arms)))
    ax.barh(range(len(arms)), [p[0] for p in points], xerr=[0 if math.isnan(p[1]) else p[1] for p in points], capsize=2)
    ax.set_yticks(range(len(arms)), arms, fontsize=6)
    ax.invert_yaxis()
    save(folder, name, ax, **labels)


def lag(folder):
    totals = sim_report.Totals("sim3_lag")
    _, ax = plt.subplots()
    windows = [100, 300, 1000, 3000, 10000]
    drawn = [errors(ax, totals, [f"window={w},period={p}" for w in windows], windows, "", "lag", f"period {p}")
             for p in (10, 100, 1000)]
    ax.plot(windows, windows, ":", color="gray", lw=0.8)
    ax.set(xscale="log", yscale="log")
    save_drawn(drawn, folder, "lag_by_window", ax, xlabel="window, blocks", ylabel="lag, blocks",
               title="SIM-3: a class doubles its rate; dotted: the window itself")


def overload(folder):
    totals = sim_report.Totals("sim6a_overload")
    _, ax = plt.subplots()
    lengths = [30, 100, 300]
    arms = {"spec": "{} blocks,chain.tie_break=spec", "fair": "{} blocks,chain.tie_break=fair", "oldest": "{} blocks,oldest",
            "outcome, epoch 100": "{} blocks,chain.tie_break=outcome", "outcome, epoch 3,600": "late {} blocks,outcome 3600",
            "FIFO": "{} blocks,fifo"}
    drawn = [errors(ax, totals, [f"{arm.format(n)},crowd.rate=16" for n in lengths], lengths, "crowd", "wait_p99", label)
             for label, arm in arms.items()]
    ax.set(xscale="log", yscale="log")
    save_drawn(drawn, folder, "wait_by_overload", ax, xlabel="blocks of overload, 1.3 lanes", ylabel="p99 of waits, blocks",
               title="SIM-6 (a): waits of the crowd")


def swing_map(folder):
    totals = sim_report.Totals("sim6b_cross")
    gains, rows = [1, 4, 16, 64], [(p, s) for p in (10, 100, 1000) for s in ("0.1", "0.5", "1.5")]
    points = [[point(totals, f"period {p}, spread {s},chain.lane_basefee_gain_denominator={g}", "", "swing") for g in gains]
              for p, s in rows]
    if not all(all(row) for row in points):
        return
    _, ax = plt.subplots(figsize=(5.2, 3.4))
    # No imshow(): it would put a PNG into the SVG.
    ax.pcolormesh([x - 0.5 for x in range(len(gains) + 1)], [y - 0.5 for y in range(len(rows) + 1)],
                  [[math.log10(max(1, p[0])) for p in row] for row in points], cmap="Oranges", edgecolors="white", rasterized=False)
    ax.invert_yaxis()
    for y, row in enumerate(points):
        for x, p in enumerate(row):
            ax.text(x, y, f"{p[0]:.3g}", ha="center", va="center", fontsize=7)
    ax.set_xticks(range(len(gains)), gains)
    ax.set_yticks(range(len(rows)), [f"period {p}, spread {s}" for p, s in rows], fontsize=7)
    save(folder, "swing_by_period", ax, xlabel="denominator of the gain", title="SIM-6 (b): R = p95 / p5 of L")


def insolvency(folder):
    totals = sim_report.Totals("sim16_cross")
    _, ax = plt.subplots()
    gains = [1, 8, 16, 64]
    drawn = [errors(ax, totals, [f"backlog.bid={bid},chain.lane_basefee_gain_denominator={g},rules.floor={floor}" for g in gains],
                    gains, "backlog", "insolvent", f"cap {bid}, floor {floor / 1000}")
             for bid in ("default", "frozen") for floor in (0, 1000)]
    twice, of_twice = sim_report.Totals("sim16_200"), [8, 16, 32, 64]
    drawn += [errors(ax, twice, [f"load {load},backlog.bid=default,chain.lane_basefee_gain_denominator={g}" for g in of_twice],
                     of_twice, "backlog", "insolvent", f"200 lane-blocks, cap default, load {load}") for load in (0.4, 0.5)]
    ax.set_xscale("log")
    save_drawn(drawn, folder, "insolvent_by_gain", ax, xlabel="denominator of the gain", ylabel="share lost to insolvency",
               title="SIM-16: a backlog of 100 lane-blocks, and of 200")


def sensitivity(folder):
    rows = sim_report.sensitivity_rows()
    for output in sorted({row["output"] for row in rows}):
        found = sorted((row for row in rows if row["output"] == output), key=lambda row: -float(row["mu_star"]))
        _, ax = plt.subplots(figsize=(5.2, 2.4))
        ax.barh([row["factor"] for row in found], [float(row["mu_star"]) for row in found],
                xerr=[float(row["mu_star_conf"]) for row in found], capsize=2)
        ax.invert_yaxis()
        save(folder, f"sensitivity_{output}", ax, xlabel="mean of the absolute elementary effects",
             title=f"Morris: {sim_report.SENSITIVITY_OUTPUTS[output]}")


def sobol(folder):
    """First-order and total index side by side."""
    rows = sim_report.sensitivity_rows("sensitivity_sobol")
    for output in sorted({row["output"] for row in rows}):
        found = sorted((row for row in rows if row["output"] == output), key=lambda row: -float(row["total"]))
        _, ax = plt.subplots(figsize=(5.2, 2.4))
        for at, (kind, label) in enumerate((("first", "first-order"), ("total", "total"))):
            ax.barh([y + 0.4 * at - 0.2 for y in range(len(found))], [float(row[kind]) for row in found], height=0.4,
                    xerr=[float(row[f"{kind}_conf"]) for row in found], capsize=2, label=label)
        ax.set_yticks(range(len(found)), [row["factor"] for row in found])
        ax.invert_yaxis()
        save(folder, f"sobol_{output}", ax, xlabel="index", title=f"Sobol: {sim_report.SENSITIVITY_OUTPUTS[output]}")


def tips(folder):
    totals = sim_report.Totals("sim1_tips")
    _, ax = plt.subplots()
    shares = {2000: [490, 500, 505, 510, 525, 550, 600, 700, 800, 900, 1000], 1500: [650, 667, 680, 700, 750, 800, 1000],
              1250: [780, 800, 820, 850, 900, 1000]}
    drawn = [errors(ax, totals, [f"clip {clip},chain.tier_economy={share}" for share in of], [share / 1000 for share in of], "attacker",
                    "first", f"clip_max {clip / 1000}") for clip, of in shares.items()]
    save_drawn(drawn, folder, "first_by_tip", ax, xlabel="the attacker's tip as a share of the others'",
               ylabel="share fired in their due block", title="SIM-1: 400 actors that tip less")


def plot_all(folder):
    folder.mkdir(parents=True, exist_ok=True)
    split(folder)
    tips(folder)
    lines(folder, "median_at_entry", "sim2_shock", "median_recent",
          ["none"] + [f"entrant.count={n},entrant.period=8" for n in (1, 100, 300)], ylabel="median of recent fires",
          title="SIM-2: entrants come at 600 and leave at 1200")
    window(folder)
    lines(folder, "tip_by_mix", "sim4_tiers", "tip_ratio",
          ["own,own.rate=0", "own,own.rate=0.55", "economy first,own.rate=0.55", "urgent first,own.rate=0.55",
           "tiny,tiny.fires=10", "explicit,preset.rate=10.5"], ylabel="m / L", title="SIM-4: median tip after a kick at 300")
    bars(folder, "tip_of_mixes", "sim4_mixes", "tip_p50", "", "^wide", xlabel="m / L at the median of 1,000 blocks",
         title="SIM-4: twelve mixes, tip_ref all and explicit")
    multiplier(folder)
    lag(folder)
    overload(folder)
    waits(folder)
    swing_map(folder)
    insolvency(folder)
    sensitivity(folder)
    sobol(folder)
    lines(folder, "fee_after_step", "sim6b_step", "lane",
          [f"chain.lane_basefee_gain_denominator={g}" for g in (4, 8, 16, 32, 64)], "log", ylabel="L / F",
          title="SIM-6 (b): demand doubles at 2,000")
    bars(folder, "wait_by_tie", "sim6a_tie", "wait_p99", "crowd", "crowd.rate", xlabel="99th percentile of waits, blocks",
         title="SIM-6 (a): an overload of 100 blocks")
    lines(folder, "fee_aligned", "sim6b_gain", "lane",
          [f"aligned,chain.lane_basefee_gain_denominator={g}" for g in (1, 8)], "log", ylabel="L / F",
          title="SIM-6 (b): heartbeats of period 100 that start together")
    bars(folder, "swing_by_gain", "sim6b_gain", "swing", "", "gain_denominator", xlabel="R = p95 / p5 of L", xscale="log",
         title="SIM-6 (b): swing of the lane base fee")
    lines(folder, "fee_in_backlog", "sim16_backlog", "lane",
          [f"backlog.bid={bid},backlog.fires=2000,chain.lane_basefee_gain_denominator={g}" for bid in ("default", "frozen")
           for g in (1, 8)], "log", ylabel="L / F", title="SIM-16: 2,000 timers due at 300")
    bars(folder, "insolvent_by_backlog", "sim16_backlog", "insolvent", "backlog", "backlog.fires=",
         xlabel="share of the backlog's timers lost to insolvency", title="SIM-16: payers with 20 fires' balance")
