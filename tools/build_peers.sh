#!/bin/sh
# usage: tools/build_peers.sh [store|life|timers]
# Builds the programs that compare lariat with others (bench/peers/README.md): those in C++ as preset `peers`, those
# in Rust with cargo and exactly the crates of their lock files. `store` builds the peers of the store, `life` those
# of the scheduler, `timers` those of the calendar.
set -eu
for word in "$@"; do
    [ "$word" != --help ] || { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"; exit 0; }
done
[ $# -le 1 ] || { echo "peers: unexpected argument $2; see tools/build_peers.sh --help" >&2; exit 2; }
cd "$(dirname "$0")/.."
PATH=$PATH:${CARGO_HOME:-${HOME:-}/.cargo}/bin # where rustup puts it
case "${1:-store}" in
    store) crate=bench/peers/commonware target=cargo programs="peer_ours peer_rocksdb capacity" ;;
    life) crate=bench/peers/pallet target=pallet programs="peer_life" ;;
    timers) crate=bench/peers/timers target=timers programs="peer_calendar" ;;
    *) echo "peers: unknown argument $1; see tools/build_peers.sh --help" >&2; exit 2 ;;
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
