"""An auction whose closing timer only runs if somebody bids.

The timer is set for a height beyond its own `expires_at`. Without a bid it is never run: at its height the chain finds that it
has expired and removes it with the exit `expired`, at nobody's expense. The first bid extends it, and then the auction closes.

A bid here is a promise: nobody pays anything in. `escrow.py` shows deposits.
"""
import pvm_host
from cowboy_sdk import only_self


class Auction:
    CLOSES_AFTER = 12
    BID_WITHIN = 8
    LATE_BLOCKS = 100  # a full timer lane may make the closing wait

    def deploy(self):
        now = pvm_host.block_height()
        self.storage["closes"] = now + self.CLOSES_AFTER
        self.storage["timer"] = pvm_host.schedule_timer_ex(
            now + self.CLOSES_AFTER, b"", gas_limit=50_000, expires_at=now + self.BID_WITHIN
        )

    def bid(self, payload):
        if pvm_host.block_height() > self.storage["closes"]:
            raise ValueError("the auction is over")
        amount = int(payload)
        if amount <= self.storage.get("best", 0):
            raise ValueError("the bid is not higher than the best one")
        if "best" not in self.storage:
            pvm_host.extend_timer(self.storage["timer"], self.storage["closes"] + self.LATE_BLOCKS)
        self.storage["best"] = amount
        self.storage["bidder"] = pvm_host.context()["sender"]
        pvm_host.emit_event("bid", str(amount).encode())

    @only_self  # without it, anybody could close the auction while it is cheap
    def handle_timer(self, payload):
        pvm_host.emit_event("sold", str(self.storage["best"]).encode())
