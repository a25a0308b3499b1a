"""A subscription: pays a merchant every four blocks until its money is gone.

Nobody has to end it. The last payment takes what is there, the next timer finds that the balance does not cover its worst case,
and the chain removes it with the exit `insufficient_funds`. Deployed with the merchant's 20-byte address as payload.

The worst case of a fire is `GAS` cycles and 550,000 cells, whatever the handler uses. It leaves the balance before the handler
runs, and the unused part comes back after it: too late for this payment, and at the end too little for another fire. The owner
takes it back with `close`.
"""
import pvm_host
from cowboy_sdk import only_owner, only_self


class Subscription:
    PERIOD = 4
    PRICE = 250_000
    GAS = 20_000  # more than a payment needs; a smaller limit reserves less

    def deploy(self, payload):
        if len(payload) != 20:
            raise ValueError("deploy with the merchant's 20-byte address as payload")
        self.storage["merchant"] = payload
        self._wait()

    @only_self
    def handle_timer(self, payload):
        # The worst case of this fire has already left the balance: all that is left may be spent.
        amount = min(self.PRICE, pvm_host.balance(self.address))
        pvm_host.transfer(self.storage["merchant"], amount)
        pvm_host.emit_event("paid", str(amount).encode())
        self._wait()

    @only_owner
    def close(self, payload):
        """Ends the subscription and gives the rest of the money to the owner."""
        try:
            pvm_host.cancel_timer(self.storage["timer"])
        except pvm_host.HostError as e:
            if e.name != "TimerNotFound":  # it had run out of money already
                raise
        pvm_host.transfer(self.deployer, pvm_host.balance(self.address))

    def _wait(self):
        self.storage["timer"] = pvm_host.schedule_timer_ex(
            pvm_host.block_height() + self.PERIOD, b"", gas_limit=self.GAS
        )
