"""Vesting: releases a grant to a beneficiary in equal parts, without anybody calling it.

Deploy it with the beneficiary's 20-byte address as payload, send the grant to it by a transfer, then call `start`. The owner may
`revoke` the rest. Each fire reserves its worst case (`GAS` cycles and 550,000 cells) before the handler runs, and what is
unused comes back after it. So the grant has to be larger than that reserve, and `finish` pays out what is left of it.
"""
import pvm_host
from cowboy_sdk import only_owner, only_self


class Vesting:
    PERIOD = 5
    PARTS = 4
    GAS = 20_000

    def deploy(self, payload):
        if len(payload) != 20:
            raise ValueError("deploy with the beneficiary's 20-byte address as payload")
        self.storage["beneficiary"] = payload
        self.storage["left"] = 0

    @only_owner
    def start(self, payload):
        if self.storage["left"]:
            raise ValueError("it has started")
        self.storage["part"] = int(payload) // self.PARTS  # the payload is the grant, in base units
        self.storage["left"] = self.PARTS
        self._wait()

    @only_self
    def handle_timer(self, payload):
        pvm_host.transfer(self.storage["beneficiary"], self.storage["part"])
        self.storage["left"] = self.storage["left"] - 1
        pvm_host.emit_event("released", str(self.storage["part"]).encode())
        if self.storage["left"]:
            self._wait()

    @only_owner
    def revoke(self, payload):
        """Stops what was not released yet; the money goes back to the owner."""
        if self.storage["left"]:
            pvm_host.cancel_timer(self.storage["timer"])
        self.storage["left"] = 0
        pvm_host.transfer(self.deployer, pvm_host.balance(self.address))

    @only_owner
    def finish(self, payload):
        """After the last part: what is left, the unused reserve too, goes to the beneficiary."""
        if self.storage["left"]:
            raise ValueError("it is not over yet")
        pvm_host.transfer(self.storage["beneficiary"], pvm_host.balance(self.address))

    def _wait(self):
        self.storage["timer"] = pvm_host.schedule_timer_ex(
            pvm_host.block_height() + self.PERIOD, b"", gas_limit=self.GAS
        )
