#!/usr/bin/env python3
"""Drives one of the examples on a node: deploys it, calls it, and prints each fire as it comes.

    lariat node --dev &
    python3 examples/scripts/drive.py counter --node http://127.0.0.1:8640

Without --node it starts a dev chain of its own. It makes the blocks itself, so it needs no patience."""
import argparse
from pathlib import Path

from lariat import Account, Client, LocalNode

EXAMPLES = Path(__file__).resolve().parents[1]
OWNER, OTHER, THIRD = Account.dev(0), Account.dev(1), Account.dev(2)
# name: payload of deploy, money sent to it, calls as (account, handler, payload), blocks to make
STORIES = {
    "counter": (b"", 0, [(OTHER, "add", b"")], 3),
    "heartbeat": (b"", 5_000_000, [], 30),
    "escrow": (OTHER.address_bytes + THIRD.address_bytes, 5_000, [(OTHER, "confirm", b""), (THIRD, "claim", b"")], 1),
    "dead_mans_switch": (OTHER.address_bytes, 2_000_000, [(OWNER, "check_in", b"")], 20),
    "subscription": (OTHER.address_bytes, 2_000_000, [], 20),
    "price_oracle": (b"", 0, [(OWNER, "admit", OTHER.address_bytes), (OTHER, "report", b"42")], 6),
    "auction_close": (b"", 2_000_000, [(OTHER, "bid", b"10"), (THIRD, "bid", b"12")], 12),
}


def drive(client: Client, name: str) -> None:
    payload, money, calls, blocks = STORIES[name]
    actor = client.deploy((EXAMPLES / f"{name}.py").read_text(encoding="utf-8"), payload, salt=client.get_status()["height"].to_bytes(4, "big"))
    print(f"{name} is at {actor.address}")
    if money:
        client.transfer(actor.address, money)
    for account, handler, data in calls:
        result = actor.call(handler, data, account=account)
        print(f"block {result.height}: {handler} {result.receipt['status']}, {result.cycles} cycles")
    client.dev_mine({"blocks": blocks})
    for fire in actor.fires():
        print(f"block {fire['height']}: {fire['kind']} {fire['handler']} {fire['status']}, charged {fire['charged']}")
    for event in actor.events():
        print(f"block {event.height}: event {event.topic} {event.data.decode()}")
    for timer in actor.timers():
        print(f"timer {timer['id']}: {timer['why']}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("example", choices=STORIES)
    parser.add_argument("--node", metavar="URL", help="a dev node")
    args = parser.parse_args()
    if args.node:
        with Client(args.node, account=OWNER) as client:
            drive(client, args.example)
        return
    with LocalNode("--dev") as node, node.client() as client:
        drive(client, args.example)


if __name__ == "__main__":
    main()
