# What a bidding agent is given and what it returns; names of cowboy_sdk.
class TxFeeParams:
    def __init__(self, max_fee_per_cycle, max_priority_fee_per_cycle, max_fee_per_cell=0, max_priority_fee_per_cell=0):
        self.max_fee_per_cycle = max_fee_per_cycle
        self.max_priority_fee_per_cycle = max_priority_fee_per_cycle
        self.max_fee_per_cell = max_fee_per_cell
        self.max_priority_fee_per_cell = max_priority_fee_per_cell

class GBAContext:
    def __init__(self, trigger_block_height, current_block_height, basefee_cycle, basefee_cell, basefee_lane_timer, last_block_cycle_usage, previous_block_p50_priority_tip_per_cycle, owner_actor_balance):
        self.trigger_block_height = trigger_block_height
        self.current_block_height = current_block_height
        self.basefee_cycle = basefee_cycle
        self.basefee_cell = basefee_cell
        self.basefee_lane_timer = basefee_lane_timer
        self.last_block_cycle_usage = last_block_cycle_usage
        self.previous_block_p50_priority_tip_per_cycle = previous_block_p50_priority_tip_per_cycle
        self.owner_actor_balance = owner_actor_balance
