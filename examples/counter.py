"""A counter: adds one for each call, and ten more by itself three blocks later."""
import pvm_host


class Counter:
    def add(self, payload):
        self._count(1)
        pvm_host.schedule_timer(pvm_host.block_height() + 3, b"")

    def handle_timer(self, payload):
        self._count(10)

    def _count(self, n):
        self.storage["count"] = self.storage.get("count", 0) + n
        pvm_host.emit_event("count", str(self.storage["count"]).encode())
