# Random traces from a seed: genesis, then lines that know the state they meet.
import generate_features
from generate_features import Features
from generate_genesis import ACTORS, CAPS, NOBODY, OTHERS, USERS, Genesis
from generate_steps import Scripts, text_number
from generate_themes import RANGES, THEMES
from generate_transactions import Transactions
from replay import Replay

SIZES = {"small": {"actors": 3, "txs": 4, "steps": 4}, "medium": {"actors": 6, "txs": 7, "steps": 7}}


class Generator(Genesis, Transactions):
    def __init__(self, rng, size, features):
        self.rng, self.size, self.features = rng, SIZES[size], features
        self.theme = rng.choice(features.themes(THEMES))
        self.ranges = {**RANGES, **features.merged(generate_features.RANGES)}
        self.others = OTHERS + [name for name in self.ranges if name not in OTHERS + CAPS]
        self.bent = THEMES[self.theme]
        self.actors = ACTORS[:2 if "few actors" in self.bent else rng.randint(2, self.size["actors"])]
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

    def block(self):
        rng, block = self.rng, {}
        if rng.random() < 0.2:
            block["timestamp_ms"] = self.state.timestamp_ms + rng.randint(1, 9000)
        if rng.random() < 0.1:
            block["proposer"] = rng.choice(USERS + self.actors)
        self.scripts.height = self.state.height + 1
        self.scripts.timestamp_ms = block.get("timestamp_ms", self.state.timestamp_ms + 1000)
        coming = self.replay.chain.coming_block()
        self.scripts.lane_basefee, self.scripts.gas_cap = coming.lane_basefee, coming.gas_cap
        self.scripts.config = self.state.config
        self.actors[:] = ["0x" + address.hex() for address in self.state.actors] or [NOBODY]
        self.scripts.ids = ["0x" + i.hex() for i in self.state.timers]
        count = rng.choices(range(self.size["txs"] + 1))[0]
        quiet_from, quiet_share = self.bent.get("quiet", (0, 0))
        if count and (self.state.height < quiet_from or rng.random() >= quiet_share):
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
    blocks = max(blocks, maker.bent.get("blocks", 0))
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
