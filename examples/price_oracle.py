"""A price oracle that its deployer pays for.

`deploy` is the deployer-funded variant of CIP-5, Appendix B, as printed there. The deployer may be named as payer because it
has signed the transaction that runs `deploy`. A fire has no signer, so the oracle cannot go on spending the deployer's money
by itself: whoever wants more updates calls `renew` and pays for those.
"""
import pvm_host


class PriceOracle:
    INTERVAL = 6

    def deploy(self):
        pvm_host.schedule_timer_ex(
            pvm_host.block_height() + self.INTERVAL,
            b"",
            fee_payer=self.deployer,       # == tx_sender during deploy → accepted
            gas_limit=200_000,              # tighter budget than the default 550k
            expires_at=pvm_host.block_height() + 2_592_000,  # ~30 days; use extend_timer to renew
        )

    def report(self, payload):
        """Called by reporters: what they think the price is, as decimal digits."""
        reports = self.storage.get("reports", [])
        reports.append(int(payload))
        self.storage["reports"] = reports  # a list read from storage is a copy: write it back

    def renew(self, payload):
        """Buys as many further updates as the payload says, at the caller's expense."""
        now = pvm_host.block_height()
        payer = pvm_host.context()["sender"]
        for n in range(1, int(payload) + 1):
            pvm_host.schedule_timer_ex(now + n * self.INTERVAL, b"", fee_payer=payer, gas_limit=200_000)

    def handle_timer(self, payload):
        """Publishes the median of what was reported since the last update."""
        reports = sorted(self.storage.get("reports", []))
        if not reports:
            return
        price = reports[len(reports) // 2]
        self.storage["price"] = price
        self.storage["reports"] = []
        pvm_host.emit_event("price", str(price).encode())
