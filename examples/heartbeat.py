"""A heartbeat: wakes itself every ten blocks for as long as its own balance pays for it.

The class is HeartbeatActor of CIP-5, Appendix B, as printed there; what follows below the line is ours: the two methods
that it calls. Its timers are paid from the actor's own address. Before a fire its worst case is taken from there (at base
fees of 1: 550,000 cycles and 550,000 cells, so 1,100,000 units), afterwards what was not used comes back.
"""
import pvm_host


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

    # ---- the work of this heartbeat -------------------------------------------------------------

    def check_positions(self):
        self.storage["beats"] = self.storage.get("beats", 0) + 1

    def rebalance(self):
        pvm_host.emit_event("beat", str(self.storage["beats"]).encode())
