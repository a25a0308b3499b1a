# What priority_tier_hint may be, as CIP-1 section 7.3 has it; a name of cowboy_sdk.
from enum import Enum

class PriorityTier(Enum):
    ECONOMY = 'economy'
    STANDARD = 'standard'
    FAST = 'fast'
    URGENT = 'urgent'
