"""A counter: adds one for each call, and ten more by itself three blocks later."""
import pvm_host
from cowboy_sdk import only_self


class Counter:
    def add(self, payload):
        self._count(1)
        # Anybody may call this, so the caller pays for the timer. If the actor paid, strangers could spend its money.
        pvm_host.schedule_timer_ex(
            pvm_host.block_height() + 3, b"", fee_payer=pvm_host.context()["sender"], gas_limit=20_000
        )

    @only_self  # without it, anybody could call this handler and add ten
    def handle_timer(self, payload):
        self._count(10)

    def _count(self, n):  # a name with an underscore cannot be called from outside
        self.storage["count"] = self.storage.get("count", 0) + n
        pvm_host.emit_event("count", str(self.storage["count"]).encode())
