#!/bin/sh
# usage: ./deploy.sh [SALT]
# Deploys {{ACTOR}}, gives the actor money for its timers, and prints its address. LARIAT_NODE names the node,
# LARIAT_FROM the sender. With another SALT the same source gets another address.
set -eu
cd "$(dirname "$0")"
answer=$(lariat deploy {{ACTOR}}{{PAYLOAD}} --salt "${1:-}" --json)
actor=$(printf '%s' "$answer" | sed -n 's/.*"address":"\(0x[0-9a-f]*\)".*/\1/p')
lariat transfer "$actor" 1cby > /dev/null
echo "$actor"
