# Messages between actors: run after the timers, first in first out (BLK-5, FEE-10).
import executions
from dispatch import outcome
from fees import Meter, settle


def run_messages(block):
    state = block.state
    while state.messages:
        message = state.messages.pop(0)
        sequence = block.next_seq()
        meter = Meter(message.cycles, message.cells)
        state.cause = {"seq": sequence}
        status, error = executions.attempt(state, meter, lambda: executions.enter(
            block, message.target, message.handler, message.sender, meter, message.purse))
        state.cause = None
        # The sender's usage holds the whole set-aside already: only what was not used changes it.
        held = message.purse.cost(message.cycles, message.cells)
        block.tips_or_held -= message.purse.tip(message.cycles, message.cells)  # settling counts them again
        charged, tip = settle(block, message.purse, meter, held)
        block.used["cycles"] -= message.cycles - meter.cycles
        block.used["cells"] -= message.cells - meter.cells
        block.fired.append({
            "seq": sequence, "kind": "message", "actor": "0x" + message.target.hex(),
            "owner": "0x" + message.sender.hex(), "handler": message.handler,
            "payer": "0x" + message.purse.payer.hex(), "cause": message.cause,
            **outcome(status, error, meter, charged, tip)})
