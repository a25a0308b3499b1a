"""A subscription: pays a merchant every four blocks until its money is gone.

Nobody has to end it. The payment takes what is there, the next timer finds that the balance no longer covers its worst case,
and the chain removes it with the exit `insufficient_funds`. Deployed with the merchant's 20-byte address as payload.
"""
import pvm_host


class Subscription:
    PERIOD = 4
    PRICE = 250_000
    GAS = 20_000  # more than a payment needs; the less is reserved, the longer the money lasts

    def deploy(self, payload):
        self.storage["merchant"] = payload
        self._wait()

    def handle_timer(self, payload):
        # The reservation for this fire has already left the balance: all that is left may be spent.
        amount = min(self.PRICE, pvm_host.balance(self.address))
        pvm_host.transfer(self.storage["merchant"], amount)
        pvm_host.emit_event("paid", str(amount).encode())
        self._wait()

    def _wait(self):  # a name with an underscore cannot be called from outside
        pvm_host.schedule_timer_ex(pvm_host.block_height() + self.PERIOD, b"", gas_limit=self.GAS)
