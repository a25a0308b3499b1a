# Random transactions: who sends, what it runs, within which limits; system instructions.
import generate_features
from generate_genesis import ACTORS, CAPS, GOVERNORS, NOBODY, STRANGER, USERS
from generate_steps import text_number


class Transactions:
    """Part of Generator, which has rng, state, scripts, bent, features, actors and deployable."""

    def transaction(self):
        rng = self.rng
        makers = [(self._as, 16), (self._call, 5), (self._transfer, 2), (self._deploy, 1.5),
                  (self._remove, 0.4), (self._system, self.bent.get("changes", 3))]
        own = self.bent.get("transactions") or self.features.merged(generate_features.TRANSACTIONS)
        makers += [(getattr(self, "_" + kind), weight) for kind, weight in own.items()]
        maker = rng.choices([m for m, _ in makers], [w for _, w in makers])[0]
        transaction = {**maker(), **self._limits()}
        return {**transaction, **self._outside(transaction["from"])}

    def _sender(self):
        return self.rng.choices(USERS + [STRANGER, self.rng.choice(self.actors)], [20, 3, 1, 0.2, 0.5])[0]

    def _outside(self, sender):
        """Some come from outside: with a hash, a nonce that is mostly the next one, a last height."""
        rng, keys = self.rng, {}
        if rng.random() < 0.1:
            keys["hash"] = "0x%064x" % rng.getrandbits(256)
        if rng.random() < 0.1:
            known = self.state.nonces.get(bytes.fromhex(sender[2:]), 0)
            keys["nonce"] = max(0, known + rng.choices([0, -1, 1, 2], [6, 1, 1, 1])[0])
        if rng.random() < 0.1:
            keys["valid_until"] = max(0, self.state.height + rng.choices([1, 0, 2, 9], [3, 2, 1, 1])[0])
        return keys

    def _limits(self):
        rng, limits = self.rng, {}
        if "calls" in self.bent and rng.random() < 0.8:
            return {"cycles_limit": 2500, "cells_limit": 1500}
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
        calls = self.rng.randint(*self.bent.get("calls", (1, 5)))
        steps = [scripts.careful_call(actor, sender) for _ in range(calls)]
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
        if kind == "config" and "patches" in self.bent and rng.random() < 0.6:
            names = rng.sample(self.bent["patches"], rng.randint(1, min(2, len(self.bent["patches"]))))
            patch = {name: self._value(name) for name in names}
            if "sch_cycles_per_block" in patch:  # else it could not go below what a second may hold
                second = self._value("sch_cycles_per_second")
                patch["sch_cycles_per_second"] = min(patch["sch_cycles_per_block"], second)
            return {"from": sender, "system": {"update_config": patch}}
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
