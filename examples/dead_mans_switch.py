"""A dead man's switch: pays out to an heir when its owner has not been heard of for twenty blocks.

Each sign of life cancels the timer and sets a new one. `disarm` cancels it for good and gives the money back; the chain gives the
timer the exit `cancelled`. Deployed with the heir's 20-byte address as payload.

The timer does not pay out by itself. Before a fire its worst case leaves the balance, and the unused part comes back after the
handler has ended: a transfer in `handle_timer` would leave that part behind. So the timer sends the actor a message. Messages run
after the timers of the block, when the refund is there.

If nobody could pay for the timer, it is gone without having run. Then the heir calls `claim`.
"""
import pvm_host
from cowboy_sdk import only_owner, only_self


class DeadMansSwitch:
    PATIENCE = 20
    GAS = 20_000  # of the timer, with the message that it sends
    PAYOUT_GAS = 8_000  # a transfer takes 5,000
    PAYOUT_CELLS = 500  # those of a transfer

    def deploy(self, payload):
        if len(payload) != 20:
            raise ValueError("deploy with the heir's 20-byte address as payload")
        self.storage["heir"] = payload
        self._arm()

    @only_owner
    def check_in(self, payload):
        self._stop()
        self._arm()

    @only_owner
    def disarm(self, payload):
        self._stop()
        del self.storage["deadline"]
        pvm_host.transfer(self.deployer, pvm_host.balance(self.address))
        pvm_host.emit_event("disarmed", b"")

    def claim(self, payload):
        """Pays out to the heir after the deadline, whether or not the timer has run."""
        if pvm_host.context()["sender"] != self.storage["heir"]:
            raise PermissionError("only the heir may claim")
        if "deadline" not in self.storage or pvm_host.block_height() <= self.storage["deadline"]:
            raise ValueError("the owner may still give a sign of life")
        self._pay()

    @only_self
    def handle_timer(self, payload):
        pvm_host.send_message(self.address, b"", gas=self.PAYOUT_GAS, cells=self.PAYOUT_CELLS)

    @only_self
    def handle_message(self, payload):
        self._pay()

    def _pay(self):
        pvm_host.transfer(self.storage["heir"], pvm_host.balance(self.address))

    def _arm(self):
        deadline = pvm_host.block_height() + self.PATIENCE
        self.storage["deadline"] = deadline
        self.storage["timer"] = pvm_host.schedule_timer_ex(deadline, b"", gas_limit=self.GAS)

    def _stop(self):
        try:
            pvm_host.cancel_timer(self.storage["timer"])
        except pvm_host.HostError as e:
            if e.name != "TimerNotFound":  # it ran, or nobody could pay for it
                raise
