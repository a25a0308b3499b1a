"""A price oracle that its deployer pays for.

`deploy` is the deployer-funded variant of CIP-5, Appendix B, as printed there. The deployer may be named as payer because it
has signed the transaction that runs `deploy`. A fire has no signer, so the oracle cannot go on spending the deployer's money
by itself: whoever wants another update calls `renew` and pays for it.

Only accounts that the owner has admitted may report, once for each update. If anybody could, the list of reports would grow until the
update costs more than its gas limit, and the price would be what strangers say.
"""
import pvm_host
from cowboy_sdk import only_owner, only_self


class PriceOracle:
    INTERVAL = 6
    DIGITS_MAX = 30

    def deploy(self):
        pvm_host.schedule_timer_ex(
            pvm_host.block_height() + self.INTERVAL,
            b"",
            fee_payer=self.deployer,       # == tx_sender during deploy → accepted
            gas_limit=200_000,              # tighter budget than the default 550k
            expires_at=pvm_host.block_height() + 2_592_000,  # ~30 days; use extend_timer to renew
        )

    @only_owner
    def admit(self, payload):
        """Lets more accounts report: their addresses, 20 bytes each."""
        for start in range(0, len(payload), 20):
            self.storage[("reporter", payload[start:start + 20])] = True

    def report(self, payload):
        """Takes a reporter's price, as decimal digits."""
        reporter = pvm_host.context()["sender"]
        if ("reporter", reporter) not in self.storage:
            raise PermissionError("only accounts that the owner has admitted may report")
        if not payload.isdigit() or len(payload) > self.DIGITS_MAX:
            raise ValueError("a price is up to 30 digits")
        reports = self.storage.get("reports", {})
        reports[reporter] = int(payload)
        self.storage["reports"] = reports  # a dict read from storage is a copy: write it back

    def renew(self, payload):
        """Buys one more update, at the caller's expense."""
        pvm_host.schedule_timer_ex(
            pvm_host.block_height() + self.INTERVAL, b"", fee_payer=pvm_host.context()["sender"], gas_limit=200_000
        )

    @only_self
    def handle_timer(self, payload):
        """Publishes the median of the prices that were reported since the last update."""
        prices = sorted(self.storage.get("reports", {}).values())
        if not prices:
            return
        price = prices[len(prices) // 2]
        self.storage["price"] = price
        self.storage["reports"] = {}
        pvm_host.emit_event("price", str(price).encode())
