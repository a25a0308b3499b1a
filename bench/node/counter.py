# The actor of the benchmark: it counts calls, and sets timers.
import pvm_host


class Counter:
    def count(self, payload):
        pvm_host.set_state(b"count", int.to_bytes(int.from_bytes(pvm_host.get_state(b"count") or b"", "big") + 1, 8, "big"))

    def value(self, payload):
        return pvm_host.get_state(b"count")

    def once(self, payload):
        """Sets timers that do nothing: FIRST height, STEP between heights, NUMBER of them."""
        first, step, number = (int(word) for word in payload.decode().split())
        for i in range(number):
            pvm_host.schedule_timer_ex(first + i * step, b"", gas_limit=1_000)

    def beat(self, payload):
        """Sets timers for the next height that set themselves again: NUMBER of them."""
        for i in range(int(payload)):
            pvm_host.schedule_timer_ex(pvm_host.block_height() + 1, b"again", gas_limit=20_000)

    def handle_timer(self, payload):
        if payload == b"again":
            pvm_host.schedule_timer_ex(pvm_host.block_height() + 1, b"again", gas_limit=20_000)
