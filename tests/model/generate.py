# Random traces from a seed: genesis, then lines that know the state they meet.
import generate_features
from generate_features import Features, value_of
from generate_steps import Scripts, text_number
from generate_themes import RANGES, THEMES, config_value
from replay import Replay

USERS = ["0x" + byte * 20 for byte in ("11", "12", "13")]
GOVERNORS = ["0x" + byte * 20 for byte in ("99", "98")]
STRANGER = "0x" + "dd" * 20
NOBODY = "0x" + "77" * 20
ACTORS = ["0x" + byte * 20 for byte in ("a1", "a2", "a3", "a4", "a5", "a6")]
SIZES = {"small": {"actors": 3, "txs": 4, "steps": 4}, "medium": {"actors": 6, "txs": 7, "steps": 7}}


CAPS = ["lane_timer_cycles", "max_cycles_per_fire", "min_gas_limit_per_timer", "lane_timer_cells",
        "max_cells_per_fire"]
OTHERS = ["due_intake_per_block", "max_looks_per_block", "max_misfits", "gc_cycles_per_block", "max_ttl_blocks",
          "max_timers_per_actor", "max_payload_size", "timer_lane_fee_multiplier", "maintenance_moves_per_block"]


class Generator:
    def __init__(self, rng, size, features):
        self.rng, self.size, self.features = rng, SIZES[size], features
        self.theme = rng.choice(features.themes(THEMES))
        self.ranges = {**RANGES, **features.merged(generate_features.RANGES)}
        self.others = OTHERS + [name for name in self.ranges if name not in OTHERS + CAPS]
        self.bent = THEMES[self.theme]
        self.actors = ACTORS[:rng.randint(2, self.size["actors"])]
        self.scripts = Scripts(rng, self.size["steps"], self.actors, USERS, self.bent, features)
        self.replay = Replay()
        self.lines = []
        self.blocks = {}  # height -> the block line that was applied there
        self.deployable = [{"deploy": self.scripts.steps(1), **self.scripts.handlers()} for _ in range(2)]
        self.paused = False

    @property
    def state(self):
        return self.replay.chain.state

    def put(self, line):
        name, value = next(iter(line.items()))
        before = self.state.height if self.replay.chain else 0
        self.replay.feed(name, value)
        self.lines.append(line)
        if name in ("block", "blocks"):
            for height in range(before + 1, self.state.height + 1):
                self.blocks[height] = line if name == "block" else {"block": {}}

    # --- genesis

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
        for low, high in (("max_cycles_per_fire_auction_phase", lane), ("gba_cycles_per_call", "gba_cycles_per_block"),
                          ("sch_cycles_per_second", "sch_cycles_per_block"), ("min_bid", "max_bid")):
            highest = config.get(high) if isinstance(high, str) else high
            if low in config and highest is not None:
                config[low] = type(config[low])(min(int(config[low]), int(highest)))
        if "max_cycles_per_fire_auction_phase" in config:
            config["min_gas_limit_per_timer"] = min(config["min_gas_limit_per_timer"],
                                                    config["max_cycles_per_fire_auction_phase"])

    def _value(self, name):
        return config_value(self.rng, self.theme, name, self.ranges)

    # --- transactions

    def transaction(self):
        rng = self.rng
        makers = [(self._as, 16), (self._call, 5), (self._transfer, 2), (self._deploy, 1.5),
                  (self._remove, 0.4), (self._system, self.bent.get("changes", 3))]
        own = self.bent.get("transactions") or self.features.merged(generate_features.TRANSACTIONS)
        makers += [(getattr(self, "_" + kind), weight) for kind, weight in own.items()]
        maker = rng.choices([m for m, _ in makers], [w for _, w in makers])[0]
        return {**maker(), **self._limits()}

    def _sender(self):
        return self.rng.choices(USERS + [STRANGER, self.rng.choice(self.actors)], [20, 3, 1, 0.2, 0.5])[0]

    def _limits(self):
        rng, limits = self.rng, {}
        limits["cycles_limit"] = rng.choices([rng.randint(1, 400), 900, 2500, 5000], [1, 1, 4, 8])[0]
        limits["cells_limit"] = rng.choices([rng.randint(0, 200), 600, 1500, 3000], [1, 2, 6, 6])[0]
        if rng.random() < 0.03:
            limits[rng.choice(["cycles_limit", "cells_limit"])] = 10 ** 7
        for meter in ("cycle", "cell"):
            if rng.random() < 0.08:
                limits["max_fee_per_" + meter] = text_number(rng, 0, 300)
            if rng.random() < 0.3:
                limits["tip_per_" + meter] = text_number(rng, 0, 30)
        return limits

    def _as(self):
        scripts = self.scripts
        actor, sender = self._actor(), self._sender()
        steps = [scripts.careful_call(actor, sender) for _ in range(self.rng.randint(1, 5))]
        if self.rng.random() < self.bent.get("direct", 0.2):
            steps = steps[:2] + scripts.steps(1)
        return {"from": sender, "as": actor, "steps": steps}

    def _actor(self):
        return self.rng.choices([self.rng.choice(self.actors), NOBODY], [40, 1])[0]

    def _call(self):
        call = {"actor": self._actor(), "handler": self.scripts.handler_name()}
        if self.rng.random() < 0.5:
            call["payload"] = self.scripts.payload()
        return {"from": self._sender(), "call": call}

    def _transfer(self):
        rng = self.rng
        money = text_number(rng, 1, rng.choice([10, 10 ** 5, 10 ** 7, 10 ** 13]))
        return {"from": self._sender(), "transfer": {"to": rng.choice(self.actors + USERS + [STRANGER]),
                                                     "amount": money}}

    def _deploy(self):
        rng, sender = self.rng, self._sender()
        handlers, salt = rng.choice(self.deployable), rng.choice(["s", "0x00ff"])
        return {"from": sender, "deploy": {"handlers": handlers}, "salt": salt}

    def _remove(self):
        deployed = ["0x" + address.hex() for address in self.state.actors if "0x" + address.hex() not in ACTORS]
        wanted = self.rng.choice(deployed) if deployed and self.rng.random() < 0.7 else self._actor()
        owner = next((a.owner for k, a in self.state.actors.items() if "0x" + k.hex() == wanted), None)
        sender = "0x" + owner.hex() if owner and self.rng.random() < 0.6 else self._sender()
        return {"from": sender, "remove_actor": wanted}

    def _system(self):
        rng = self.rng
        sender = rng.choices(GOVERNORS + USERS, [8, 8, 1, 0, 0])[0]
        kinds, weights = ["config", "cancel", "extend", "pause"], self.bent.get("system", [6, 3, 3, 3])
        if self.features.has("auction") or self.features.has("globalbox"):
            kinds, weights = kinds + ["phase"], weights + [self.bent.get("phases", 2)]
        kind = rng.choices(kinds, weights)[0]
        if kind == "phase":
            return {"from": sender, "system": {"update_config": self._phase()}}
        if kind == "pause":
            self.paused = not self.paused
            return {"from": sender, "system": {"update_config": {"timers_paused": self.paused}}}
        if kind == "config" and rng.random() < 0.02:
            return {"from": sender, "system": {"update_config": {"epoch_blocks": 3600}}}
        # A lower cap parks what was scheduled under a higher one.
        if kind == "config" and rng.random() < (0.8 if "changes" in self.bent else 0.3):
            cap = rng.choice([200, 250, 300, 450, 650])
            patch = {"max_cycles_per_fire": cap, "min_gas_limit_per_timer": rng.choice([1, 100, 200])}
            return {"from": sender, "system": {"update_config": patch}}
        if kind == "config":
            names = rng.sample(CAPS, rng.randint(0, 2)) + rng.sample(self.others, rng.randint(0, 2))
            return {"from": sender, "system": {"update_config": {n: self._value(n) for n in names}}}
        wanted = self._known_id()
        if kind == "cancel":
            return {"from": sender, "system": {"cancel_timer": wanted}}
        return {"from": sender, "system": {"extend_timer": [wanted, self.state.height + rng.randint(0, 20)]}}

    def _phase(self):
        """Another discipline: now, in some blocks, or an auction that ends."""
        rng, patch = self.rng, {}
        if self.features.has("globalbox") and rng.random() < 0.6:
            patch["discipline"] = rng.choice(["fifo", "globalbox"])
        if self.features.has("auction") and (not patch or rng.random() < 0.3):
            now = self.state.height + 1
            patch["auction_activation_height"] = rng.choice([0, 0, 1, now, now + 1, now + 2, now + 4])
        return patch

    def _schedule_at(self):
        call = {"actor": self._actor(), **self.scripts.operation(self.scripts.careful_gas)}
        return {"from": self._sender(), "schedule_at": call}

    def _drop(self):
        """Outside steps an unknown label is malformed."""
        rng, operations = self.rng, list(self.state.operations.values())
        known = [label for label in sorted(self.state.labels) if label[0] == "o"]
        if operations and rng.random() < 0.7:
            operation = rng.choice(operations)
            sender = "0x" + operation.account.hex() if rng.random() < 0.8 else self._sender()
            return {"from": sender, "drop": "0x" + operation.id.hex()}
        return {"from": self._sender(), "drop": rng.choice(known) if known else self._known_id()}

    def _transfer_control(self):
        return {"from": self._sender(), "transfer_control": True}

    def _known_id(self):
        """Outside steps an unknown label is malformed: labels that stand, ids, and a made-up id."""
        rng = self.rng
        choices = sorted(self.state.labels) + ["0x" + i.hex() for i in self.state.timers]
        return rng.choice(choices) if choices and rng.random() < 0.95 else "0x" + "01" * 32

    # --- lines

    def block(self):
        rng, block = self.rng, {}
        if rng.random() < 0.2:
            block["timestamp_ms"] = self.state.timestamp_ms + rng.randint(1, 9000)
        if rng.random() < 0.1:
            block["proposer"] = rng.choice(USERS + self.actors)
        self.scripts.height = self.state.height + 1
        self.scripts.timestamp_ms = block.get("timestamp_ms", self.state.timestamp_ms + 1000)
        self.scripts.lane_basefee = self.replay.chain.coming_block().lane_basefee
        self.scripts.config = self.state.config
        self.actors[:] = ["0x" + address.hex() for address in self.state.actors] or [NOBODY]
        self.scripts.ids = ["0x" + i.hex() for i in self.state.timers]
        count = rng.choices(range(self.size["txs"] + 1))[0]
        if count:
            block["txs"] = [self.transaction() for _ in range(count)]
        return {"block": block}

    def query(self):
        rng = self.rng
        kind = rng.choice(["timer", "height", "actor_timers", "account", "storage", "config"]
                          + self.features.queries() * 2)
        coming = self.replay.chain.coming_block()
        if kind in ("weight", "estimate") and coming.discipline != self.state.last_discipline:
            kind = "config"
        if kind == "weight" and coming.discipline != "auction":
            kind = "config"
        value = {"timer": self._known_id(), "height": max(0, self.state.height + rng.randint(-2, 6)),
                 "actor_timers": rng.choice(self.actors), "account": rng.choice(self.actors + USERS),
                 "storage": [rng.choice(self.actors), rng.choice(["k", "l"])], "config": True,
                 "weight": rng.choice(self.actors), "estimate": self._estimate(coming),
                 "scheduled_until": [rng.choice(self.actors + USERS), self.state.timestamp_ms + rng.randint(0, 9000)],
                 }[kind]
        return {"query": {kind: value}}

    def _estimate(self, coming):
        """Heights that are in the future however `now` is read between two blocks."""
        rng = self.rng
        call = {"actor": rng.choice(self.actors), "height": coming.height + 1 + rng.randint(0, 3)}
        for name, chance, make in (("gas_limit", .6, lambda: rng.choice([1, 300, 450, 700, 1600])),
                                   ("max_fee_per_cycle", .3, lambda: text_number(rng, 0, 3 * coming.lane_basefee)),
                                   ("max_priority_fee_per_cycle", .3, lambda: text_number(rng, 0, 20)),
                                   ("priority_tier_hint", .1, lambda: "fast"), ("bid", .1, lambda: "5"),
                                   ("fee_payer", .2, lambda: rng.choice(self.actors)),
                                   ("payload", .1, lambda: "p" * rng.choice([1, 119, 121]))):
            if rng.random() < chance:
                call[name] = make()
        return call

    def roll_back(self):
        """Undo some blocks, then apply the same ones, some of them, or none."""
        rng, height = self.rng, self.state.height
        count = rng.randint(0, min(height, 5))
        again = [self.blocks[h] for h in range(height - count + 1, height + 1)]
        self.put({"rollback": count})
        if rng.random() < 0.3:
            self.put({"restart": True})
        for line in again[:rng.choice([0, count, count, rng.randint(0, count)])]:
            self.put(line)


def generate(rng, blocks, size, features=("fifo",)):
    """The lines of a trace. rng is a random.Random: the same seed gives the same trace."""
    maker = Generator(rng, size, Features(features))
    maker.genesis()
    while maker.state.height < blocks:
        dice = rng.random()
        if dice < 0.07:
            maker.put({"blocks": rng.randint(1, 4)})
        elif dice < 0.13 and maker.state.height:
            maker.roll_back()
        elif dice < 0.16:
            maker.put({"restart": True})
        else:
            maker.put(maker.block())
        while rng.random() < 0.2:
            maker.put(maker.query())
    maker.put({"blocks": 6})
    return maker.lines
