"""A liquidation bot: looks at all positions every few blocks and closes those whose collateral is worth too little.

The bot pays for its own timer. When its money does not cover the worst case of a fire any more, the chain removes the timer with
the exit `insufficient_funds`, and nobody would notice: so it warns early by the event `low_funds`, and `start` brings it back
after somebody has sent it money. `lariat timer why ID` shows on a chain that the payer is short before the timer dies.
"""
import pvm_host
from cowboy_sdk import only_owner, only_self


class Liquidation:
    PERIOD = 4
    GAS = 60_000
    RESERVE = 60_000 + 550_000  # the worst case of a fire at base fees of 1
    RATIO = 150                 # collateral must be worth 150 % of the debt

    def deploy(self, payload):
        self.storage["price"] = 100
        self.storage["positions"] = {}
        self.storage["next"] = 0

    @only_owner
    def set_price(self, payload):
        """Takes the price of collateral, as decimal digits. On a real chain an oracle would say it."""
        self.storage["price"] = int(payload)

    def open(self, payload):
        """Opens or replaces the caller's position: collateral and debt, as two numbers."""
        collateral, debt = payload.split()
        positions = self.storage["positions"]
        positions[pvm_host.context()["sender"]] = [int(collateral), int(debt)]
        self.storage["positions"] = positions  # a dict read from storage is a copy: write it back

    @only_owner
    def start(self, payload):
        """Sets the timer, unless it is set. Also brings the bot back after it ran out of money."""
        if self.storage["next"] > pvm_host.block_height():
            raise ValueError("it is running")
        self._wait()

    @only_self
    def handle_timer(self, payload):
        self._wait()  # first, so that an error below does not end the bot
        if pvm_host.balance(self.address) < self.RESERVE:
            pvm_host.emit_event("low_funds", str(pvm_host.balance(self.address)).encode())
        price, positions = self.storage["price"], self.storage["positions"]
        for who in [who for who, (collateral, debt) in positions.items() if collateral * price < debt * self.RATIO]:
            del positions[who]
            pvm_host.emit_event("liquidated", who)
        self.storage["positions"] = positions

    def positions(self, payload):
        """The number of open positions, as digits."""
        return str(len(self.storage["positions"])).encode()

    def _wait(self):
        self.storage["next"] = pvm_host.block_height() + self.PERIOD
        pvm_host.schedule_timer_ex(self.storage["next"], b"", gas_limit=self.GAS)
