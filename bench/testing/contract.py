"""A contract of one slot, which each call raises by one and gives back: for the peers, which need no compiler for it."""
# PUSH 0, SLOAD, PUSH 1, ADD, DUP, PUSH 0, SSTORE, PUSH 0, MSTORE, PUSH 32, PUSH 0, RETURN
RUNTIME = "6000546001018060005560005260206000f3"
CREATION = f"0x60{len(RUNTIME) // 2:02x}8060093d393df3{RUNTIME}"
