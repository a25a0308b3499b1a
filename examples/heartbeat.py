"""A heartbeat: wakes itself every ten blocks for as long as its own balance pays for it.

The class is HeartbeatActor of CIP-5, Appendix B, as printed there, with three additions: `@only_self`, its import, and the two
methods below the line. Without `@only_self` anybody could call `handle_timer`, and each call would start one more series of beats
at the actor's expense.

The actor's own account pays for its timers. Before a fire its worst case is taken from there (at base fees of 1: 550,000 cycles
and 550,000 cells, so 1,100,000 units); afterwards the unused part comes back.
"""
import pvm_host
from cowboy_sdk import only_self


class HeartbeatActor:
    INTERVAL = 10  # fire every 10 blocks

    def deploy(self):
        # Schedule first heartbeat. fee_payer defaults to the actor's own address;
        # top up self.address to fund the loop. Omit gas_limit / expires_at to use
        # TimerConfig defaults.
        pvm_host.schedule_timer(
            pvm_host.block_height() + self.INTERVAL,
            b""
        )

    @only_self
    def handle_timer(self, payload):
        # Do periodic work
        self.check_positions()
        self.rebalance()

        # Re-schedule for next interval. If the actor's balance can't cover the
        # next fire's max_cost, this schedule succeeds but that fire will self-
        # destruct with a TimerCancelledInsufficientFunds event.
        pvm_host.schedule_timer(
            pvm_host.block_height() + self.INTERVAL,
            b""
        )

    # ---- the work of this heartbeat; a handler takes a payload, so nobody can call these from outside ----------

    def check_positions(self):
        self.storage["beats"] = self.storage.get("beats", 0) + 1

    def rebalance(self):
        pvm_host.emit_event("beat", str(self.storage["beats"]).encode())
