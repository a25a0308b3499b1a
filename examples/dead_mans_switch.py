"""A dead man's switch: pays out to an heir when its owner has not been heard of for twenty blocks.

Each sign of life cancels the timer and sets a new one. `disarm` cancels it for good; the chain gives it the exit `cancelled`.
Deployed with the heir's 20-byte address as payload.
"""
import pvm_host


class DeadMansSwitch:
    PATIENCE = 20

    def deploy(self, payload):
        self.storage["heir"] = payload
        self._arm()

    def check_in(self, payload):
        self._stop()
        self._arm()

    def disarm(self, payload):
        self._stop()
        pvm_host.emit_event("disarmed", b"")

    def handle_timer(self, payload):
        pvm_host.transfer(self.storage["heir"], pvm_host.balance(self.address))

    def _arm(self):
        self.storage["timer"] = pvm_host.schedule_timer(pvm_host.block_height() + self.PATIENCE, b"")

    def _stop(self):
        if pvm_host.context()["sender"] != self.deployer:
            raise PermissionError("only the owner can give a sign of life")
        pvm_host.cancel_timer(self.storage["timer"])
