# Computes the answer of a scripted agent: expressions of a return_bid step over its context (GBA-4, docs/trace.md).
import readers
from errors import TraceError

CONTEXT_FIELDS = ("trigger_block_height", "current_block_height", "basefee_cycle", "basefee_cell",
                  "basefee_lane_timer", "last_block_cycle_usage", "previous_block_p50_priority_tip_per_cycle",
                  "owner_actor_balance")


def _read_field(value):
    if value not in CONTEXT_FIELDS:
        raise TraceError("no field of the bid's context: %r" % (value,))
    return value


def _read_expression(value):
    """(num, den, field), field None for a plain number."""
    if isinstance(value, list):
        num, den, field = readers.items(value, 3, "bid expression")
        den = readers.number(den, "den")
        if den == 0:
            raise TraceError("bid expression divides by zero")
        return readers.number(num, "num"), den, _read_field(field)
    if isinstance(value, str) and value.isascii() and value.isdigit():
        return int(value), 1, None
    return 1, 1, _read_field(value)


def read_bid(value):
    readers_of = {"max_fee": _read_expression, "max_priority": _read_expression}
    return readers.fields(value, readers_of, "return_bid", ["max_fee", "max_priority"])


def evaluate(bid, context):
    def value_of(expression):
        num, den, field = expression
        return num if field is None else context[field] * num // den
    return value_of(bid["max_fee"]), value_of(bid["max_priority"])
