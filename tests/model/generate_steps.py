# Random scripted handlers: steps that schedule, cancel, send, run out, fail and catch errors.
import base64
import json

from generate_calls import FeatureCalls
from generate_features import CAREFUL, STEPS

HANDLERS = ["handle_timer", "handle_message", "h1", "h2", "h3"]
WEIGHTS = {"schedule": 5, "cancel": 3, "extend": 3, "send": 2.5, "set": 2, "delete": .5, "transfer": 1, "emit": 1.5,
           "burn": 1.3, "burn_cells": .7, "log": 3, "fail": .4, "loop": .2, "return": .4, "repeat": 1, "if_nth": 3}
LIKELY = {"cancel": ["TimerNotFound", "Unauthorized"],
          "extend": ["TimerNotFound", "Unauthorized", "TimerExpired", "ExpiresAtInPast"],
          "schedule": ["QuotaExceeded", "GasLimitTooHigh", "InvalidInput", "HeightNotInFuture"],
          "transfer": ["InsufficientBalance"], "send": ["InvalidInput"]}


def text_number(rng, low, high):
    return str(rng.randint(low, high))


class Scripts(FeatureCalls):
    def __init__(self, rng, longest, actors, users, theme, features):
        self.rng, self.longest, self.actors, self.users = rng, theme.get("longest", longest), actors, users
        self.theme = theme  # an entry of THEMES
        self.features = features
        self.weights = {**features.merged(STEPS), **theme["steps"]} if "steps" in theme \
            else {**WEIGHTS, **features.merged(STEPS)}
        self.height, self.timestamp_ms, self.ids = 1, 1_000_000, []
        self.lane_basefee, self.gas_cap = 1, 0
        self.bidders = []   # actors of genesis that have getGasBid
        self.given = 0
        self.owner = None   # whose handler is being written: mostly its own timers are meant
        self.config = None  # what is in force, for schedules that are meant to be accepted

    def label(self):
        owner = self.owner if self.owner and self.rng.random() < 0.8 else self.rng.choice(self.actors)
        return owner[2:4] + str(self.rng.randrange(self.theme.get("labels", 4)))

    def next_label(self):
        """Labels in turn, so that those given last name different timers."""
        self.given += 1
        return self.owner[2:4] + str(self.given % self.theme.get("labels", 4))

    def handlers(self, owner=None):
        self.owner = owner
        names = [name for name in HANDLERS if self.rng.random() < 0.92]
        if self.rng.random() < 0.2:
            names.append(self.rng.choice(["_hidden", "getGasBid"]))
        handlers = {name: self.steps(2) for name in names}
        if self.features.has("auction") and self.rng.random() < self.theme.get("agents", 0.5):
            handlers["getGasBid"] = self.agent_handler()
            if owner is not None:
                self.bidders.append(owner)
        return handlers

    def handler_name(self):
        return self.rng.choices(HANDLERS + ["_hidden", "deploy", "getGasBid", "none"],
                                [5, 3, 5, 5, 5, .4, .4, .4, .6])[0]

    def steps(self, depth):
        return [self.step(depth) for _ in range(self.rng.randint(0, self.longest))]

    def step(self, depth):
        rng = self.rng
        weights = self.weights
        names = [name for name in weights if depth or name not in ("repeat", "if_nth")]
        name = rng.choices(names, [weights[name] for name in names])[0]
        if name in ("repeat", "if_nth"):
            step = {name: [rng.randint(1, 3), self.steps(depth - 1)]}
        else:
            step = getattr(self, "_" + name)()
        kind = next(iter(step))
        if kind in LIKELY and "error" not in step and rng.random() < 0.1:
            step["error"] = rng.choice(LIKELY[kind])
        elif kind not in LIKELY and rng.random() < 0.02:
            step["error"] = rng.choice(LIKELY[rng.choice(list(LIKELY))])
        return step

    def _schedule(self):
        rng, call = self.rng, {}
        call["height"] = rng.choices(["+1", "+2", "+%d" % rng.randint(1, 8), self.height + rng.randint(-1, 6),
                                      "+0", str(2 ** 64 - 1)], [6, 5, 6, 3, .3, .1])[0]
        optional = [("label", 0.8, lambda: self.label()), ("payload", 0.3, self.payload),
                    ("handler", 0.25, self.handler_name), ("gas_limit", 0.35, self._gas),
                    ("fee_payer", self.theme.get("payers", 0.1), lambda: rng.choice(self.actors + self.users)),
                    ("expires_at", 0.2, lambda: rng.choice(["+1", "+2", "+%d" % rng.randint(1, 9),
                                                            self.height + 3, "+0"])),
                    ("max_fee_per_cycle", 0.08, lambda: text_number(rng, 0, 120)),
                    ("max_priority_fee_per_cycle", 0.08, lambda: text_number(rng, 0, 120)),
                    ("priority_tier_hint", 0.05, lambda: rng.choice(["economy", "standard", "fast", "urgent"])),
                    ("bid", 0.05, lambda: text_number(rng, 0, 2 ** 100))]
        for name, chance, make in optional:
            if rng.random() < chance:
                call[name] = make()
        return {"schedule": call}

    def careful_call(self, actor, sender):
        """A step that is mostly accepted, for a transaction; only `schedule` under FIFO."""
        kinds = self.theme.get("careful") or {"schedule": 1, **self.features.merged(CAREFUL)}
        self.owner = actor
        if len(kinds) == 1:
            return self.careful_schedule(actor, sender)
        kind = self.rng.choices(list(kinds), list(kinds.values()))[0]
        if kind == "schedule":
            return self.careful_schedule(actor, sender)
        return getattr(self, "_careful_" + kind, getattr(self, "_" + kind))()

    def careful_gas(self):
        """Within the config in force; in a handler of genesis that is not known yet."""
        rng = self.rng
        if self.config is None:
            return self._gas()
        low, high = self.config["min_gas_limit_per_timer"], self.gas_cap
        if self.gas_cap < self.config["max_cycles_per_fire"] and rng.random() < 0.1:
            high = self.config["max_cycles_per_fire"]
        usual = [high, rng.randint(low, high), rng.randint(low, min(high, low + 300))]
        return min(high, max(low, rng.choice(self.theme.get("gas", usual))))

    def careful_schedule(self, actor, sender):
        """What is random about it is within the config, and many share a height."""
        rng = self.rng
        if self.config is None or rng.random() < 0.08:
            return self._schedule()
        ahead = rng.choice(self.theme.get("heights", [1, 2, 2, 3, 3, 3, rng.randint(1, 7)]))
        call = {"height": "+%d" % ahead, "label": self.next_label()}
        if rng.random() < 0.75:
            call["gas_limit"] = self.careful_gas()
        if rng.random() < 0.4:
            call["fee_payer"] = rng.choice([actor, sender])
        if rng.random() < 0.4 and "patient" not in self.theme:
            call["expires_at"] = "+%d" % rng.randint(1, min(8, self.config["max_ttl_blocks"]))
        if rng.random() < 0.4:
            call["handler"] = rng.choice(HANDLERS)
        elif rng.random() < 0.3:
            call["payload"] = self.payload()
        if self.features.has("auction"):
            call.update(self.fee_arguments())
        return {"schedule": call}

    def _gas(self):
        usual = [self.rng.randint(1, 1600), 211, 212, 300, 450, 700]
        return self.rng.choice(self.theme.get("gas", usual) if self.rng.random() < 0.8 else usual)

    def payload(self):
        rng = self.rng
        kind = rng.randrange(6)
        if kind == 0:
            return ""
        if kind == 1:
            return "0x" + bytes(rng.randrange(256) for _ in range(rng.randint(0, 40))).hex()
        if kind == 2:
            return "p" * rng.choice([1, 3, 119, 120, 121])
        inner = base64.b64encode(b"x" * rng.randint(0, 4)).decode()
        envelope = {"_handler": self.handler_name(), "_payload": inner}
        if kind == 3:
            envelope[rng.choice(["n", "_payload", "_handler"])] = rng.choice([1, None, "", "A", "QR==", "h2"])
        whole = json.dumps(envelope, separators=(",", ":"))
        return whole if kind < 5 or rng.random() < 0.5 else whole[:-1] + ',"_handler":"h1"}'

    def _id(self):
        if self.ids and self.rng.random() < 0.15:
            return self.rng.choice(self.ids)
        return self.label()

    def _cancel(self):
        # One that is caught: a cancel that is refused ends no handler.
        if self.rng.random() < self.theme.get("caught", 0.4):
            return {"cancel": self._id(), "error": "TimerNotFound"}
        return {"cancel": self._id()}

    def _extend(self):
        return {"extend": [self._id(), self.rng.choice(["+1", "+2", "+5", "+40", self.height + 1, "+0"])]}

    def _send(self):
        rng = self.rng
        call = {"to": rng.choice(self.actors)}
        if rng.random() < 0.9:
            call.update(gas=rng.choice(self.theme.get("send_gas", [5, 50, 250, 500, 800])),
                        cells=rng.choice(self.theme.get("send_cells", [0, 5, 100, 250])))
        if rng.random() < 0.5:
            call["handler"] = self.handler_name()
        if rng.random() < 0.4:
            call["payload"] = self.payload()
        return {"send": call}

    def _set(self):
        keys = self.theme.get("keys", ["k", "ka", "l"] if self.features.has("watch") else ["k", "l"])
        return {"set": [self.rng.choice(keys), "v" * self.rng.randint(0, 9)]}

    def _delete(self):
        return {"delete": self.rng.choice(["k", "l"])}

    def _transfer(self):
        money = text_number(self.rng, 1, self.rng.choice([2, 100, 10 ** 6, 10 ** 12]))
        return {"transfer": [self.rng.choice(self.actors + self.users), money]}

    def _emit(self):
        return {"emit": [self.rng.choice(["a", "topic"]), "d" * self.rng.randint(0, 30)]}

    def _burn(self):
        return {"burn": self.rng.choice([self.rng.randint(0, 150), self.rng.randint(0, 150), self.rng.randint(0, 800)])}

    def _burn_cells(self):
        return {"burn_cells": self.rng.randint(0, 90)}

    def _log(self):
        return {"log": self.rng.choice(["context", "gas_left", "balance", ["get", "k"], ["get", "l"]])}

    def _fail(self):
        return {"fail": self.rng.choice(["no", "TimerNotFound"])}

    def _loop(self):
        return {"loop": True}

    def _return(self):
        return {"return": "0x0102"}
