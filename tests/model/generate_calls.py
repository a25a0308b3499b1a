# Random calls beyond FIFO: fee arguments, agents and their answers, timeouts, watches, operations.

UNIT = 2 ** 96  # a bid of one whole unit for each cycle
TIERS = ["economy", "standard", "fast", "urgent"]
CONTEXT = ["trigger_block_height", "current_block_height", "basefee_cycle", "basefee_cell", "basefee_lane_timer",
           "last_block_cycle_usage", "previous_block_p50_priority_tip_per_cycle", "owner_actor_balance"]


class FeatureCalls:
    """Steps of Scripts, which has rng, actors, theme, config, lane_basefee and the FIFO steps."""

    # --- the auction

    def fee_arguments(self):
        """Of a schedule call that is meant to be accepted: caps around the lane base fee, a tier, or nothing."""
        rng, lane = self.rng, self.lane_basefee
        kind = rng.choices(["none", "caps", "max_fee", "priority", "tier"], self.theme.get("fees", [5, 4, 1, 1, 2]))[0]
        max_fee = rng.choice([lane, lane + rng.randint(0, 3), lane + rng.randint(0, 30), 2 * lane, 10 * lane])
        if "wide" in self.theme:
            max_fee = lane + rng.randint(0, rng.choice([5, lane, 6 * lane]))
        if rng.random() < 0.04:
            max_fee = rng.choice([lane - 1, 10 ** 27, 10 ** 27 + 1])
        call = {}
        if kind in ("caps", "max_fee"):
            call["max_fee_per_cycle"] = str(max_fee)
        if kind in ("caps", "priority"):
            highest = 3 * lane if "wide" in self.theme else 40
            call["max_priority_fee_per_cycle"] = str(rng.choice([0, 1, 1, 2, 3, rng.randint(0, highest)]))
        if kind == "tier" or rng.random() < 0.03:
            call["priority_tier_hint"] = rng.choice(TIERS)
        return call

    def _set_gba(self):
        rng = self.rng
        agent = rng.choices([rng.choice(self.bidders or self.actors), rng.choice(self.actors), None, "0x" + "77" * 20],
                            [8, 1, 1.5, .4])[0]
        step = {"set_gba": agent}
        if agent == "0x" + "77" * 20 and rng.random() < 0.7:
            step["error"] = "ActorNotFound"
        return step

    def _estimate(self):
        return {"estimate": self._schedule()["schedule"]}

    def agent_handler(self):
        """getGasBid: mostly an answer, else every way to fail."""
        rng, roll = self.rng, self.rng.random()
        bid = {"return_bid": {"max_fee": self._expression(), "max_priority": self._priority_expression()}}
        if roll < 0.45:
            return [bid]
        if roll < 0.65:  # another answer, or a failure, at a later asking
            other = rng.choice([[{"fail": "no"}], [], [{"return_bid": {"max_fee": self._expression(),
                                                                        "max_priority": "1"}}]])
            return [{"if_nth": [rng.randint(1, 6), other + [{"burn": rng.randint(0, 40)}]]}, bid]
        if roll < 0.85:
            effect = rng.choice([self._set, self._delete, self._emit, self._log, self._cancel, self._extend,
                                 self._send, self._schedule, self._set_gba])()
            caught = rng.random() < 0.7
            return [{**effect, "error": "ReadOnly"} if caught else {k: v for k, v in effect.items() if k != "error"},
                    bid]
        return rng.choice([[], [{"return": "0x"}], [{"loop": True}], [{"fail": "no"}], [{"burn": 45}, bid],
                           [{"burn": rng.randint(0, 60)}, bid], [self._estimate(), bid],
                           [{"repeat": [rng.randint(0, 9), [{"burn": 1}]]}, bid],
                           [{"return_bid": {"max_fee": "1" + "0" * rng.choice([19, 22, 27, 30]),
                                            "max_priority": "1" + "0" * rng.choice([18, 19, 27])}}],
                           [{"return_bid": {"max_fee": "5", "max_priority": "6"}}],
                           [{"set_gba": None, "error": "ReadOnly"}, {"transfer": [self.actors[0], "1"],
                                                                     "error": "ReadOnly"}, bid]])

    def _expression(self):
        rng = self.rng
        return rng.choice([str(rng.randint(60, 300)), str(rng.randint(60, 300)), str(rng.randint(0, 100)),
                           [2, 1, "basefee_lane_timer"], [20, 1, "basefee_lane_timer"],
                           [rng.randint(1, 9), rng.randint(1, 4), "basefee_lane_timer"], "basefee_lane_timer",
                           [3, 1, "basefee_cycle"], [rng.randint(1, 30), rng.randint(1, 3), rng.choice(CONTEXT)],
                           [1, 10 ** 6, "owner_actor_balance"], [1, 50, "last_block_cycle_usage"]])

    def _priority_expression(self):
        rng = self.rng
        return rng.choice([str(rng.randint(0, 9)), str(rng.randint(0, 3)), "1", "0", "current_block_height",
                           [1, 1, "trigger_block_height"], [2, 1, "previous_block_p50_priority_tip_per_cycle"],
                           [rng.randint(0, 3), rng.randint(1, 3), rng.choice(CONTEXT[:5])]])

    # --- Globalbox

    def _bid(self):
        rng = self.rng
        usual = [0, UNIT // 2, UNIT, UNIT, UNIT + 1, 2 * UNIT, 3 * UNIT, rng.randint(0, 4 * UNIT), 4 * UNIT - 1]
        return str(rng.choice(usual if rng.random() < 0.97 else [2 ** 100, 2 ** 128 - 1]))

    def _set_timeout(self):
        rng = self.rng
        call = {"target": rng.choice(self.actors),
                "due_height": rng.choices(["+1", "+2", "+%d" % rng.randint(1, 6), self.height + rng.randint(-1, 6),
                                           "+0"], [5, 5, 5, 2, .3])[0]}
        return {"set_timeout": self._timeout_arguments(call, lambda: self._gas())}

    def _careful_set_timeout(self):
        rng = self.rng
        call = {"target": self.owner if rng.random() < 0.5 else rng.choice(self.actors),
                "due_height": "+%d" % rng.choice(self.theme.get("heights", [1, 2, 3]))}
        return {"set_timeout": self._timeout_arguments(call, self.careful_gas)}

    def _timeout_arguments(self, call, gas):
        rng = self.rng
        if rng.random() < self.theme.get("client_nonces", 0.25):
            call["client_nonce"] = rng.randint(0, 2)
            if self.owner:  # one label for each (owner, target, nonce): a repeated call names the same timer
                call["label"] = "c" + self.owner[2:4] + call["target"][2:4] + str(call["client_nonce"])
        elif rng.random() < 0.8 and self.owner:
            call["label"] = self.label()
        for name, chance, make in (("payload", 0.25, self.payload), ("gas_limit", 0.6, gas), ("bid", 0.7, self._bid)):
            if rng.random() < chance:
                call[name] = make()
        return call

    def _cancel_with_target(self):
        wanted = self._id()
        if self.rng.random() < 0.3 and self.owner:
            wanted = "c" + self.owner[2:4] + self.rng.choice(self.actors)[2:4] + str(self.rng.randint(0, 2))
        targets = [actor for actor in self.actors if actor[2:4] == wanted[3:5]]
        target = targets[0] if targets and self.rng.random() < 0.8 else self.owner or self.rng.choice(self.actors)
        if self.rng.random() < 0.2:
            target = self.rng.choice(self.actors)
        step = {"cancel": [target, wanted]}
        if self.rng.random() < 0.1:
            step["error"] = "Unauthorized"
        return step

    # --- watches

    def _watch(self):
        rng = self.rng
        keys = [[rng.choice(self.actors), rng.choice(["", "k", "k", "l", "ka", "kab"])]
                for _ in range(rng.choice([1, 1, 1, 2, 2, 3, 4]))]
        call = {"target": rng.choice(self.actors), "keys": keys if rng.random() < 0.98 else []}
        choices = [("label", 0.8, self.label), ("payload", 0.2, self.payload), ("gas_limit", 0.6, self.careful_gas),
                   ("expires_at", 0.3, lambda: "+%d" % rng.randint(0, 9))]
        if self.features.has("globalbox"):
            choices.append(("bid", 0.6, self._bid))
        for name, chance, make in choices:
            if rng.random() < chance:
                call[name] = make()
        return {"watch": call}

    # --- operations

    def operation(self, gas):
        rng = self.rng
        when = rng.choices(["+%d" % rng.randint(0, 6000), "+1000", "+2000", "+0", 5, self.timestamp_ms + 2000,
                            self.timestamp_ms - self.timestamp_ms % 1000 + 2999], [5, 3, 2, 1, 1, 2, 2])[0]
        call = {"timestamp_ms": when, "gas_limit": gas()}
        for name, chance, make in (("handler", 0.5, self.handler_name), ("payload", 0.25, self.payload),
                                   ("label", 0.85, self.operation_label)):
            if rng.random() < chance:
                call[name] = make()
        if rng.random() < 0.1:
            del call["gas_limit"]
        return call

    def operation_label(self):
        return "o" + str(self.rng.randrange(6))

    def _schedule_at(self):
        step = {"schedule_at": self.operation(self._gas)}
        if self.rng.random() < 0.15:
            step["error"] = self.rng.choice(["ScheduleFull", "ScheduleFull", "InsufficientBalance"])
        return step

    def _careful_schedule_at(self):
        return {"schedule_at": self.operation(self.careful_gas)}

    def _drop(self):
        wanted = self.operation_label() if self.rng.random() < 0.9 else self._id()
        return {"drop": wanted, **({"error": "TimerNotFound"} if self.rng.random() < 0.4 else {})}
