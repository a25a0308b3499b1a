"""What the simulator must reproduce: results that are known without it (docs/simulation.md, "Methods")."""
import math
import tempfile
import unittest

from scenarios import run, scenario

ONE_A_BLOCK = """
[[population]]
name = "even"
kind = "heartbeat"
count = {count}
period = 1
gas = {gas}
"""
LANE = 2_000_000


def next_lane_basefee(fee, used, gain):
    """AUC-1 as the specification writes it."""
    if 2 * used > LANE:
        return fee + max(1, min(fee * (2 * used - LANE) // (LANE * gain), fee // 8))
    if 2 * used < LANE:
        return max(1, fee - min(fee * (LANE - 2 * used) // (LANE * gain), fee // 8))
    return fee


class BaseFee(unittest.TestCase):
    def paths(self, gas, count, chain="", fee=1000000):
        with tempfile.TemporaryDirectory() as folder:
            text = scenario(ONE_A_BLOCK.format(gas=gas, count=count), blocks=60, warmup=1, seeds="1", fee=fee, chain=chain)
            return run(folder, text)["base", 1].rows

    def test_SIM11_under_a_constant_load_the_base_fee_is_the_integer_recurrence(self):
        for gas, count, gain in ((100000, 9, 1), (100000, 12, 8), (100000, 10, 1), (60000, 30, 3)):
            with self.subTest(gas=gas, count=count, gain=gain):
                rows = self.paths(gas, count, f"lane_basefee_gain_denominator = {gain}")
                steady = [row for row in rows if row["h"] > 3]
                self.assertEqual({gas * count}, {row["lane_cycles"] for row in steady})
                for before, after in zip(rows, rows[1:]):
                    self.assertEqual(next_lane_basefee(int(before["lane_basefee"]), before["lane_cycles"], gain),
                                     int(after["lane_basefee"]))

    def test_SIM11_at_nine_sixteenths_of_the_lane_and_gain_1_the_base_fee_doubles_in_six_blocks(self):
        rows = self.paths(112500, 10, "lane_basefee_gain_denominator = 1")
        at = {row["h"]: int(row["lane_basefee"]) for row in rows}
        self.assertGreater(at[26], 2 * at[20])
        self.assertLess(at[25], 2 * at[20])


class Stability(unittest.TestCase):
    def amplitude(self, delay, gain, elasticity, blocks):
        """Of ln L in the last fifth of a run. Demand is half a lane at the first price, which is that of the lane alone;
        timers are due `delay` blocks after they are set, so the block of the first ones moves the fee away."""
        market = f"""
[[population]]
name = "user"
kind = "oneshot"
count = 1
rate = 50
arrivals = "even"
gas = 20000
elasticity = {elasticity:.6f}
lead = {delay}
"""
        chain = f"lane_basefee_gain_denominator = {gain}\ntimer_lane_fee_multiplier = 0"
        with tempfile.TemporaryDirectory() as folder:
            rows = run(folder, scenario(market, blocks=blocks, warmup=1, seeds="1", chain=chain))["base", 1].rows
        last = [math.log(int(row["lane_basefee"])) for row in rows[-blocks // 5:]]
        return max(last) - min(last)

    def test_SIM6_the_base_fee_is_stable_up_to_the_bound_of_a_delayed_answer(self):
        """Stable if and only if e / g < 2 sin(pi / (2 (2 d + 1))), within 5 %. A timer cannot be due in the block that sets
        it, so a delay of 0 does not occur."""
        gain = 8
        for delay, blocks in ((1, 300), (2, 500), (5, 1000)):
            bound = 2 * math.sin(math.pi / (2 * (2 * delay + 1)))
            with self.subTest(delay=delay):
                self.assertLess(self.amplitude(delay, gain, 0.95 * bound * gain, blocks), 0.03)
                self.assertGreater(self.amplitude(delay, gain, 1.05 * bound * gain, blocks), 0.1)


class Steps(unittest.TestCase):
    MARKET = """
[[population]]
name = "steady"
kind = "oneshot"
count = 80
rate = 8
gas = 20000
[[population]]
name = "doubler"
kind = "{kind}"
count = 20
rate = 1
period = 20
gas = 20000
[step]
at = 300
factor = 2.0
of = "doubler"
span = 20
weight_within = 100
"""

    def response(self, kind, **more):
        with tempfile.TemporaryDirectory() as folder:
            text = scenario(self.MARKET.format(kind=kind), blocks=900, warmup=150, seeds="1", chain="fairness_window_blocks = 100")
            result = run(folder, text)["base", 1]
        return result.totals["response"], result

    def test_SIM3_the_weight_of_a_class_that_doubles_its_rate_follows_within_the_window(self):
        for kind in ("oneshot", "heartbeat"):
            with self.subTest(kind):
                response, result = self.response(kind)
                self.assertEqual("doubler", response["of"])
                self.assertAlmostEqual(1440, response["weight_before"], delta=100)
                self.assertAlmostEqual(1080, response["weight_after"], delta=100)
                self.assertGreater(response["lag"], 30)
                self.assertLess(response["lag"], 130)
                fires = [row["fires"] for row in result.rows]
                self.assertAlmostEqual(9, sum(fires[100:299]) / 199, delta=0.45)
                self.assertAlmostEqual(10, sum(fires[400:]) / len(fires[400:]), delta=0.45)

    def test_SIM3_a_class_that_never_fires_has_a_weight_that_stays(self):
        response, _ = self.response("oneshot\"\nfrom = 5000\nbid = \"default")
        self.assertEqual(("no change", 2000, 2000), (response["lag"], response["weight_before"], response["weight_after"]))

    def test_SIM7_a_step_of_what_has_no_rate_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            for text, why in ((self.MARKET.format(kind="burst\"\nevery = 20\nbid = \"default"), "a burst has no rate"),
                              (self.MARKET.format(kind="oneshot").replace('of = "doubler"', 'of = "nobody"'), "is no population")):
                with self.assertRaisesRegex(AssertionError, why):
                    run(folder, scenario(text))


class TrialOrders(unittest.TestCase):
    def test_SIM6_under_oldest_waits_are_those_of_fifo_and_a_grinder_gains_nothing(self):
        market = """
[[population]]
name = "crowd"
kind = "oneshot"
count = 100
activity = 1.0
rate = 24
gas = 100000
lead = 5
until = 120
[[population]]
name = "grinder"
kind = "burst"
count = 4
every = 4
lead = 2
fires = 2
gas = 100000
grind = 16
until = 120
[[arm]]
name = "fifo"
set = {chain.auction_activation_height = 0}
[[arm]]
name = "oldest"
set = {rules.tie = "oldest"}
[[arm]]
name = "spec"
"""
        with tempfile.TemporaryDirectory() as folder:
            runs = run(folder, scenario(market, blocks=260, warmup=10, seeds="1..2", every=100))
        for seed in (1, 2):
            waits = {arm: {name: runs[arm, seed].totals["classes"][name] for name in ("crowd", "grinder")}
                     for arm in ("fifo", "oldest", "spec")}
            self.assertGreater(waits["fifo"]["crowd"]["wait_p99"], 15)
            self.assertAlmostEqual(waits["fifo"]["crowd"]["wait_p99"], waits["oldest"]["crowd"]["wait_p99"], delta=1)
            self.assertGreater(waits["spec"]["crowd"]["wait_p99"], 2 * waits["oldest"]["crowd"]["wait_p99"])
            mean = {(arm, name): c["wait_sum"] / c["fired"] for arm, of in waits.items() for name, c in of.items()}
            self.assertGreater(mean["oldest", "grinder"], 0.8 * mean["oldest", "crowd"])
            self.assertLess(mean["spec", "grinder"], 0.2 * mean["spec", "crowd"])


class ClosedForms(unittest.TestCase):
    def test_SIM5_with_the_fee_at_its_floor_use_is_the_demand_at_the_multiplied_price(self):
        """u = D x mu^-e, and unmultiplied u = D: arrivals of many seeds, within four standard errors."""
        market = """
[[population]]
name = "user"
kind = "oneshot"
count = 40
rate = 4
gas = 100000
elasticity = 1.0
lead = 1
[[cross]]
vary = {chain.timer_lane_fee_multiplier = [500, 1000]}
"""
        seeds, blocks = 4, 500
        with tempfile.TemporaryDirectory() as folder:
            runs = run(folder, scenario(market, blocks=600, warmup=100, seeds=f"1..{seeds}", fee=1000000))
        for multiplier in (500, 1000):
            arm = f"chain.timer_lane_fee_multiplier={multiplier}"
            fires = sum(runs[arm, seed].totals["fires"] for seed in range(1, seeds + 1))
            wanted = 4 * (1000 / multiplier) * blocks * seeds
            self.assertLess(abs(fires - wanted), 4 * math.sqrt(wanted), multiplier)

    def test_SIM5_above_the_floor_the_price_is_that_at_which_demand_is_half_a_lane(self):
        """(2 D)^(1/e) x F = 1.44 F of D = 0.6 and e = 0.5, whatever the multiplier."""
        market = """
[[population]]
name = "user"
kind = "oneshot"
count = 40
rate = 24
gas = 50000
elasticity = 0.5
lead = 1
[[cross]]
vary = {chain.timer_lane_fee_multiplier = [700, 1000]}
"""
        with tempfile.TemporaryDirectory() as folder:
            runs = run(folder, scenario(market, blocks=2000, warmup=600, seeds="1..3", fee=1000000,
                                        chain="lane_basefee_gain_denominator = 16"))
        for multiplier in (700, 1000):
            arm = f"chain.timer_lane_fee_multiplier={multiplier}"
            prices = [int(row["lane_basefee"]) / 1e6 + multiplier / 1000 for seed in (1, 2, 3)
                      for row in runs[arm, seed].rows if row["h"] > 600]
            self.assertAlmostEqual(1.44, sum(prices) / len(prices), delta=0.04, msg=arm)

    def test_SIM1_without_weights_splitting_changes_nothing_but_ids(self):
        market = """
[[population]]
name = "honest"
kind = "burst"
count = 20
every = 20
fires = 44
gas = 45000
bid = "own"
tip = 0.1
[[population]]
name = "attacker"
kind = "burst"
count = 1
every = 20
fires = 44
gas = 45000
bid = "own"
tip = 0.1
[[cross]]
set = {chain.fairness_clip_min = 1000, chain.fairness_clip_max = 1000}
vary = {attacker.count = [1, 44]}
"""
        with tempfile.TemporaryDirectory() as folder:
            runs = run(folder, scenario(market, blocks=1200, warmup=20, seeds="1..4"))
        for seed in range(1, 5):
            for count in (1, 44):
                c = runs[f"attacker.count={count}", seed].totals["classes"]["attacker"]
                self.assertEqual(1000 * c["fired"], c["weight_sum"])
        share = {count: sum(runs[f"attacker.count={count}", s].totals["classes"]["attacker"]["first"] for s in range(1, 5)) /
                 sum(runs[f"attacker.count={count}", s].totals["classes"]["attacker"]["asked"] for s in range(1, 5))
                 for count in (1, 44)}
        # 10,000 timers each; 44 of each burst's 88 find room at once.
        self.assertAlmostEqual(share[1], share[44], delta=0.02)


class Questions(unittest.TestCase):
    """Small markets whose answers are known."""

    def test_SIM2_entrants_as_many_as_all_others_set_the_median_and_one_moves_it_by_a_rank_at_most(self):
        """Ten actors each with 5, 10 and 20 fires in the window, and one more with 10: the median is 10."""
        groups = "".join(f'''
[[population]]
name = "p{period}"
kind = "heartbeat"
count = {count}
period = {period}
gas = 2000
''' for period, count in ((40, 10), (20, 11), (10, 10)))
        market = groups + '''
[[population]]
name = "entrant"
kind = "heartbeat"
count = 0
from = 300
until = 700
period = 4
gas = 2000
[[cross]]
vary = {entrant.count = [0, 1, 31]}
'''
        with tempfile.TemporaryDirectory() as folder:
            runs = run(folder, scenario(market, blocks=1000, warmup=250, seeds="1", chain="fairness_window_blocks = 200"))
        medians = {n: {row["h"]: row["median_recent"] for row in runs[f"entrant.count={n}", 1].rows} for n in (0, 1, 31)}
        for n in (0, 1):
            self.assertEqual({10}, {medians[n][h] for h in range(550, 700)}, n)
        self.assertLessEqual(19, min(medians[31][h] for h in range(550, 700)))
        self.assertEqual(10, medians[31][950])

    def test_SIM4_the_median_of_default_tips_stays_at_zero_and_ten_tiny_timers_move_it(self):
        market = '''
[[population]]
name = "preset"
kind = "oneshot"
count = 50
rate = 8
gas = 100000
elasticity = 0.2
[[population]]
name = "tiny"
kind = "burst"
count = 0
every = 2
lead = 1
fires = 10
gas = 500
bid = "own"
tip = 1
cap = 4
[[cross]]
vary = {tiny.count = [0, 5]}
'''
        with tempfile.TemporaryDirectory() as folder:
            runs = run(folder, scenario(market, blocks=400, warmup=100, seeds="1", chain="lane_basefee_gain_denominator = 8"))
        ratio = {n: int(runs[f"tiny.count={n}", 1].totals["tip_ratio_millionths"]["p95"]) for n in (0, 5)}
        self.assertEqual(0, ratio[0])
        self.assertGreater(ratio[5], 500000)

    def test_SIM16_a_backlog_drains_payers_of_default_bids_and_a_frozen_cap_makes_them_wait(self):
        market = '''
[[population]]
name = "hb"
kind = "oneshot"
count = 20
rate = 10
arrivals = "even"
gas = 100000
lead = 1
[[population]]
name = "backlog"
kind = "burst"
count = 100
at = 60
lead = 20
fires = 600
gas = 100000
balance_fires = 10
[[cross]]
vary = {backlog.bid = ["default", "frozen"]}
'''
        with tempfile.TemporaryDirectory() as folder:
            runs = run(folder, scenario(market, blocks=300, warmup=20, seeds="1", chain="lane_basefee_gain_denominator = 8"))
        backlog = {bid: runs[f"backlog.bid={bid}", 1].totals["classes"]["backlog"] for bid in ("default", "frozen")}
        self.assertGreater(backlog["default"]["insolvent"], 60)
        self.assertEqual(0, backlog["frozen"]["insolvent"])
        self.assertGreater(backlog["frozen"]["wait_sum"] + 100 * backlog["frozen"]["open"], backlog["default"]["wait_sum"])


class Queue(unittest.TestCase):
    def test_SIM6_fifo_waits_as_the_exact_slotted_queue_does(self):
        """19 fires of 100,000 cycles fit a block: the chain's mean wait against that of the Markov chain of what is left
        at the end of each block, by Little's law."""
        rate, servers = 17.0, 19
        arrivals = [math.exp(-rate)]
        for k in range(1, 120):
            arrivals.append(arrivals[-1] * rate / k)
        size = 160
        left = [1.0] + [0.0] * (size - 1)
        for _ in range(1500):
            after = [0.0] * size
            for q, p in enumerate(left):
                if p > 1e-14:
                    for a, pa in enumerate(arrivals):
                        after[min(size - 1, max(0, q + a - servers))] += p * pa
            if max(abs(a - b) for a, b in zip(left, after)) < 1e-12:
                break
            left = after
        wanted = sum(q * p for q, p in enumerate(left)) / rate

        market = """
[[population]]
name = "user"
kind = "oneshot"
count = 50
rate = 17
gas = 100000
lead = 1
"""
        with tempfile.TemporaryDirectory() as folder:
            runs = run(folder, scenario(market, blocks=3000, warmup=100, seeds="1..3", every=1000,
                                        chain="auction_activation_height = 0"))
        classes = [r.totals["classes"]["user"] for r in runs.values()]
        mean = sum(c["wait_sum"] for c in classes) / sum(c["asked"] for c in classes)
        self.assertGreater(wanted, 0.05)
        self.assertAlmostEqual(wanted, mean, delta=0.15 * wanted)


if __name__ == "__main__":
    unittest.main()
