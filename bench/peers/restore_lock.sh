#!/bin/sh
# usage: bench/peers/restore_lock.sh FOLDER [--save]
# Writes Cargo.lock of the crate in FOLDER from Cargo.lock.in, where @SOURCE@ stands for the address of the registry
# that cargo uses; a lock file of one dependency shows that address. --save writes Cargo.lock.in from Cargo.lock.
set -eu
refuse() { echo "restore_lock: $1; see bench/peers/restore_lock.sh --help" >&2; exit 2; }
for word in "$@"; do
    [ "$word" != --help ] || { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"; exit 0; }
done
[ $# = 1 ] || [ "$*" = "${1:-} --save" ] || refuse "FOLDER is needed, and nothing else but --save"
needed=Cargo.lock.in
[ $# = 1 ] || needed=Cargo.lock
[ -f "$1/$needed" ] || refuse "$1 has no $needed"
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
