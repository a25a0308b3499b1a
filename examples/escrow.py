"""An escrow for one deal: a deposit waits until the buyer confirms, and goes back to the buyer at the deadline.

An arbiter deploys it with the addresses of the buyer and the seller as payload, 20 bytes each. The buyer sends the deposit by a
plain transfer to the escrow's address: no money comes with a call. Then the buyer calls `confirm`, and the seller `claim`.

Whoever deploys an actor can remove it from the chain and receives its balance. So the deployer is an arbiter whom both trust, and
neither the buyer nor the seller.

An actor is not told who sent the money that it holds. An escrow for many deals could not tell their deposits apart, and whoever
called first could claim another's. So each deal has an escrow of its own, and all that it holds belongs to this deal.

The arbiter's account pays for the timer. If the escrow paid, fees would be taken from the deposit, and the timer's handler would
not find the worst case of its own fire on the account.
"""
import pvm_host
from cowboy_sdk import only_owner, only_self


class Escrow:
    PATIENCE = 40
    GAS = 20_000

    def deploy(self, payload):
        if len(payload) != 40:
            raise ValueError("deploy with the buyer's and the seller's address as payload, 20 bytes each")
        deadline = pvm_host.block_height() + self.PATIENCE
        self.storage["buyer"] = payload[:20]
        self.storage["seller"] = payload[20:]
        self.storage["deadline"] = deadline
        pvm_host.schedule_timer_ex(deadline, b"", fee_payer=self.deployer, gas_limit=self.GAS)

    def confirm(self, payload):
        """The buyer has received the goods: from now on the deposit belongs to the seller."""
        if pvm_host.context()["sender"] != self.storage["buyer"]:
            raise PermissionError("only the buyer can confirm")
        self.storage["confirmed"] = True

    def claim(self, payload):
        """Pays the deposit to the caller if it belongs to the caller."""
        if self.storage.get("confirmed"):
            entitled = self.storage["seller"]
        elif pvm_host.block_height() > self.storage["deadline"]:
            entitled = self.storage["buyer"]
        else:
            raise ValueError("the buyer has not confirmed, and the deadline has not passed")
        if pvm_host.context()["sender"] != entitled:
            raise PermissionError("the deposit belongs to somebody else")
        self._pay(entitled)

    @only_owner
    def cancel(self, payload):
        """The arbiter decides for the buyer."""
        if self.storage.get("confirmed"):
            raise ValueError("the buyer has confirmed")
        self._pay(self.storage["buyer"])

    @only_self
    def handle_timer(self, payload):
        """Gives the deposit back at the deadline. If the fire could not be paid for, the buyer calls `claim`."""
        if not self.storage.get("confirmed"):
            self._pay(self.storage["buyer"])

    def _pay(self, to):
        amount = pvm_host.balance(self.address)
        pvm_host.transfer(to, amount)
        pvm_host.emit_event("paid", str(amount).encode())
