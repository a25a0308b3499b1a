"""An auction whose closing timer only runs if somebody bids.

The timer is set for a height beyond its own `expires_at`. Without a bid it is never run: at its height the chain finds that it
has expired and removes it with the exit `expired`, at nobody's expense. The first bid extends it, and then the auction closes.
"""
import pvm_host


class Auction:
    CLOSES_AFTER = 12
    BID_WITHIN = 8

    def deploy(self):
        now = pvm_host.block_height()
        self.storage["closes"] = now + self.CLOSES_AFTER
        self.storage["timer"] = pvm_host.schedule_timer_ex(
            now + self.CLOSES_AFTER, b"", gas_limit=50_000, expires_at=now + self.BID_WITHIN
        )

    def bid(self, payload):
        amount = int(payload)
        if amount <= self.storage.get("best", 0):
            raise ValueError("the bid is not higher than the best one")
        if "best" not in self.storage:
            pvm_host.extend_timer(self.storage["timer"], self.storage["closes"])
        self.storage["best"] = amount
        self.storage["bidder"] = pvm_host.context()["sender"]
        pvm_host.emit_event("bid", str(amount).encode())

    def handle_timer(self, payload):
        pvm_host.emit_event("sold", str(self.storage["best"]).encode())
