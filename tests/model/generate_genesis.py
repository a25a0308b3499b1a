# Random genesis: a config whose budgets are met often, fees, accounts, actors with scripts.
import generate_features
from generate_features import value_of
from generate_steps import text_number
from generate_themes import config_value

USERS = ["0x" + byte * 20 for byte in ("11", "12", "13")]
GOVERNORS = ["0x" + byte * 20 for byte in ("99", "98")]
STRANGER = "0x" + "dd" * 20
NOBODY = "0x" + "77" * 20
ACTORS = ["0x" + byte * 20 for byte in ("a1", "a2", "a3", "a4", "a5", "a6")]

CAPS = ["lane_timer_cycles", "max_cycles_per_fire", "min_gas_limit_per_timer", "lane_timer_cells",
        "max_cells_per_fire"]
OTHERS = ["due_intake_per_block", "max_looks_per_block", "max_misfits", "gc_cycles_per_block", "max_ttl_blocks",
          "max_timers_per_actor", "max_payload_size", "timer_lane_fee_multiplier", "maintenance_moves_per_block"]


class Genesis:
    """Part of Generator, which has rng, theme, bent, ranges, others, features, actors and scripts."""

    def genesis(self):
        rng = self.rng
        config = {}
        for name in CAPS + self.others:
            if name in self.bent.get("range", {}) or rng.random() < 0.7:
                config[name] = self._value(name)
        lane = config.setdefault("lane_timer_cycles", 2000)
        if "max_cycles_per_fire" in config:
            config["max_cycles_per_fire"] = min(config["max_cycles_per_fire"], lane)
        config["min_gas_limit_per_timer"] = min(config.get("min_gas_limit_per_timer", 200),
                                                config.get("max_cycles_per_fire", lane))
        cells = config.setdefault("lane_timer_cells", 800)
        if "max_cells_per_fire" in config:
            config["max_cells_per_fire"] = min(config["max_cells_per_fire"], cells)
        if len(self.features.names) > 1:
            self._feature_config(config, lane)
        fees = {"cycle_basefee": text_number(rng, 1, 100), "cell_basefee": text_number(rng, 1, 40),
                "min_basefee": text_number(rng, 1, 5), "cycle_capacity": rng.choice([20000, 100000]),
                "cell_capacity": rng.choice([6000, 60000]), "cycle_target": rng.randint(200, 6000),
                "cell_target": rng.randint(100, 2000), "user_lane": rng.choice([9000, 50000, 50000]),
                "system_lane": rng.choice([6000, 30000])}
        if "still" in self.bent:  # fees that do not move, so that a balance can be met to the unit
            fees.update(cycle_basefee="1", cell_basefee="1", min_basefee="1", cycle_target=19000, cell_target=5000)
        dear = int(fees["cycle_basefee"]) * 2000 + int(fees["cell_basefee"]) * 800
        accounts = [{"address": USERS[0], "balance": str(10 ** 15)},
                    {"address": USERS[1], "balance": str(rng.choice([10 ** 10, dear * 40]))},
                    {"address": USERS[2], "balance": str(rng.randint(0, dear * 3))}]
        accounts += [{"address": address, "balance": str(10 ** 14)} for address in GOVERNORS]
        funds = [10 ** 12] if "rich" in self.bent else [10 ** 12, 10 ** 12, dear * 8, rng.randint(0, dear * 2)]
        if "still" in self.bent:
            funds = [550, 549, 1100, 1099, 1000]
        actors = [{"address": address, "balance": str(rng.choice(funds)),
                   "handlers": self.scripts.handlers(address), "owner": rng.choice(USERS)} for address in self.actors]
        self.put({"genesis": {"accounts": accounts, "system_deployers": GOVERNORS, "config": config,
                              "fees": fees, "actors": actors}})

    def _feature_config(self, config, lane):
        """Disciplines, small epochs, and what one field asks of another."""
        rng = self.rng
        if self.features.has("globalbox"):
            config["discipline"] = rng.choice(self.bent.get("disciplines", ["fifo", "globalbox", "globalbox"]))
        if self.features.has("auction"):
            ahead = rng.choice(self.bent.get("activation", [None, 0, 0, 1, 4]))
            config["auction_activation_height"] = 0 if ahead is None else 1 + ahead
        if self.bent.get("fixed") or rng.random() < 0.3:
            for name, choices in generate_features.FIXED.items():
                config[name] = value_of(rng, name, choices)
        if "epochs" in self.bent:
            config["epoch_blocks"] = rng.randint(*self.bent["epochs"])
        for low, high in (("max_cycles_per_fire_auction_phase", lane), ("gba_cycles_per_call", "gba_cycles_per_block"),
                          ("sch_cycles_per_second", "sch_cycles_per_block"), ("min_bid", "max_bid"),
                          ("max_watch_hits_per_actor", "max_watch_hits_per_block")):
            highest = config.get(high) if isinstance(high, str) else high
            if low in config and highest is not None:
                config[low] = type(config[low])(min(int(config[low]), int(highest)))
        if "max_cycles_per_fire_auction_phase" in config:
            config["min_gas_limit_per_timer"] = min(config["min_gas_limit_per_timer"],
                                                    config["max_cycles_per_fire_auction_phase"])

    def _value(self, name):
        return config_value(self.rng, self.theme, name, self.ranges)
