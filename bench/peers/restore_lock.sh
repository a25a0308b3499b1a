#!/bin/sh
# Writes Cargo.lock of the crate in folder $1 from Cargo.lock.in, where @SOURCE@ stands for the address of the registry
# that cargo itself uses: cargo is asked for it with a lock file of one dependency. `restore_lock.sh DIR --save` does
# the reverse.
set -eu
cd "$1"

if [ "${2:-}" = --save ]; then
    sed 's|^source = "registry+.*"$|source = "@SOURCE@"|' Cargo.lock > Cargo.lock.in
    exit 0
fi
[ Cargo.lock -nt Cargo.lock.in ] && exit 0

asked=$(mktemp -d)
trap 'rm -rf "$asked"' EXIT
mkdir "$asked/src"
touch "$asked/src/lib.rs"
printf '[package]\nname = "asked"\nversion = "0.0.0"\nedition = "2024"\n[dependencies]\ncfg-if = "1"\n' > "$asked/Cargo.toml"
cargo generate-lockfile --quiet --manifest-path "$asked/Cargo.toml"
source=$(sed -n 's/^source = "\(.*\)"$/\1/p' "$asked/Cargo.lock" | head -n 1)
[ -n "$source" ] || { echo "restore_lock: cargo named no registry" >&2; exit 1; }
sed "s|@SOURCE@|$source|" Cargo.lock.in > Cargo.lock
