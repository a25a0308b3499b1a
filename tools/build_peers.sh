#!/bin/sh
# Builds the programs that compare the store with others (bench/peers/README.md): those in C++ as preset `peers`,
# the one in Rust with cargo and exactly the crates of its lock file.
set -eu
cd "$(dirname "$0")/.."
PATH=$PATH:${CARGO_HOME:-${HOME:-}/.cargo}/bin # where rustup puts it
crate=bench/peers/commonware
wanted=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' $crate/Cargo.toml)

found=$(cargo --version 2> /dev/null | sed -n 's/^cargo \([0-9.]*\).*/\1/p') || true
if [ -z "$found" ] || [ "$(printf '%s\n' "$wanted" "$found" | sort -V | head -n 1)" != "$wanted" ]; then
    echo "peers: cargo and rustc $wanted or newer are needed, found: ${found:-none}. Debian 12 has older ones; install a" >&2
    echo "peers: toolchain with rustup. RocksDB alone needs none: tools/build.sh peers peer_ours peer_rocksdb, then" >&2
    echo "peers: tools/run_peers.py --peer rocksdb" >&2
    exit 1
fi

tools/build.sh peers peer_ours peer_rocksdb capacity
$crate/restore_lock.sh
echo "peers: building $crate"
cargo build --quiet --release --locked --manifest-path $crate/Cargo.toml --target-dir build/peers/cargo
