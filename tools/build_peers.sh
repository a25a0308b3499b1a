#!/bin/sh
# Builds the programs that compare us with others (bench/peers/README.md): those in C++ as preset `peers`, those in
# Rust with cargo and exactly the crates of their lock files. `build_peers.sh store` builds what stands beside the
# store, `build_peers.sh life` what stands beside the scheduler, `build_peers.sh timers` beside the calendar.
set -eu
cd "$(dirname "$0")/.."
PATH=$PATH:${CARGO_HOME:-${HOME:-}/.cargo}/bin # where rustup puts it
case "${1:-store}" in
    store) crate=bench/peers/commonware target=cargo programs="peer_ours peer_rocksdb capacity" ;;
    life) crate=bench/peers/pallet target=pallet programs="peer_life" ;;
    timers) crate=bench/peers/timers target=timers programs="peer_calendar" ;;
    *) echo "peers: store, life or timers, not $1" >&2; exit 1 ;;
esac
wanted=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' $crate/Cargo.toml)

found=$(cargo --version 2> /dev/null | sed -n 's/^cargo \([0-9.]*\).*/\1/p') || true
if [ -z "$found" ] || [ "$(printf '%s\n' "$wanted" "$found" | sort -V | head -n 1)" != "$wanted" ]; then
    echo "peers: cargo and rustc $wanted or newer are needed, found: ${found:-none}. Debian 12 has older ones; install a" >&2
    echo "peers: toolchain with rustup. RocksDB alone needs none: tools/build.sh peers peer_ours peer_rocksdb, then" >&2
    echo "peers: tools/run_peers.py --peer rocksdb" >&2
    exit 1
fi

# shellcheck disable=SC2086
tools/build.sh peers $programs
bench/peers/restore_lock.sh $crate
echo "peers: building $crate"
cargo build --quiet --release --locked --manifest-path $crate/Cargo.toml --target-dir build/peers/$target
