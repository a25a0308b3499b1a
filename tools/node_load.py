#!/usr/bin/env python3
"""How a node answers under load: what `make node-load` does. Prints requests a second and latencies, with p99, as wrk measures them.

Each line is one request from --connections connections for --seconds: reads while the chain makes a block each second, then
signed transfers, posted round and round, in a chain that makes a block as soon as one is ready. Nothing here passes or fails."""
import argparse
import os
import re
import subprocess
import sys
import tempfile

import sources

READS = {"a balance": "/v1/accounts/{account}", "status": "/v1/status", "an entry of storage": "/v1/actors/{actor}/storage/0x6e",
         "the last 20 blocks": "/v1/blocks?limit=20", "a proof": "/v1/proofs/height/9"}
ACTOR = "import pvm_host\n\nclass Kept:\n    def put(self, payload):\n        pvm_host.set_state(b'n', payload)\n"
POST = """wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
local bodies = {}
for line in io.lines("%s") do bodies[#bodies + 1] = line end
local next = 0
request = function() next = next %% #bodies + 1 return wrk.format(nil, "/v1/transactions", nil, '{"raw":"' .. bodies[next] .. '"}') end
"""


def wrk(url, seconds, connections, script=None):
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency", *(["-s", script] if script else []), url]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = dict(re.findall(r"^\s+(50|90|99)%\s+(\S+)", said, re.M))
    rate = re.search(r"Requests/sec:\s+(\S+)", said).group(1)
    bad = re.search(r"Non-2xx or 3xx responses: (\d+)", said)
    return f"{float(rate):>9,.0f}/s   p50 {found['50']:>9}   p90 {found['90']:>9}   p99 {found['99']:>9}" + (f"   refused {bad.group(1)}" if bad else "")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=10, help="for each kind of request, 10 by default")
    parser.add_argument("--connections", type=int, default=64)
    parser.add_argument("--transfers", type=int, default=2000, help="signed before they are posted, 2000 by default")
    args = parser.parse_args()
    os.environ.setdefault("LARIAT", str(sources.ROOT / "build/release/lariat"))
    sys.path.insert(0, str(sources.ROOT / "tests/node"))
    import process  # pylint: disable=import-outside-toplevel  # reads LARIAT when it is loaded
    import wire  # pylint: disable=import-outside-toplevel

    account = wire.address_of(wire.DEV_KEYS[0])
    print(f"{args.connections} connections, {args.seconds} s each, one thread of wrk on the same machine, {os.cpu_count()} cores")
    with process.Node("--dev", "--mine", "interval", "--block-time-ms", "1000") as node:
        actor = node.ok({"deploy": {"python": ACTOR}})["receipt"]["address"]
        node.ok({"call": {"actor": actor, "handler": "put", "payload": "x"}})
        for name, path in READS.items():
            print(f"  {name:22}{wrk(node.first['listen'] + path.format(account=account, actor=actor), args.seconds, args.connections)}", flush=True)
    with process.Node("--dev", "--pool-per-sender", "1024") as node, tempfile.NamedTemporaryFile("w", suffix=".txt") as bodies, \
            tempfile.NamedTemporaryFile("w", suffix=".lua") as script:
        for number in range(args.transfers):
            key = wire.DEV_KEYS[number % len(wire.DEV_KEYS)]
            tx = {"transfer": {"to": account, "amount": "1"}, "nonce": number // len(wire.DEV_KEYS), "cycles_limit": 5000, "cells_limit": 500,
                  "max_fee_per_cycle": 1000, "max_fee_per_cell": 1000}
            bodies.write("0x" + wire.signed(tx, key).hex() + "\n")
        bodies.flush()
        script.write(POST % bodies.name)
        script.flush()
        # Those that are posted again are answered as they stand.
        print(f"  {'signed transfers':22}{wrk(node.first['listen'], args.seconds, args.connections, script.name)}", flush=True)
        pool = node.good("/v1/status")
        print(f"  of them in blocks: {sum(len(block['txs']) for block in node.good('/v1/blocks?limit=1000')['items']):,}, block {pool['height']:,}, waiting {pool['pool']['pending']:,}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
