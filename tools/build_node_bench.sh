#!/bin/sh
# usage: tools/build_node_bench.sh [--without-peers]
# Builds the load generator of bench/node into build/node-bench, and installs the pinned anvil and cast there, from npm.
# Needs Go (tools/install_go.sh) and npm. Exit status 3: something of it cannot be had here.
set -eu

peers=yes
for word in "$@"; do
    case $word in
        --help) while read -r line; do case $line in '#!'*) ;; '#'*) echo "${line#??}" ;; *) break ;; esac; done < "$0"; exit 0 ;;
        --without-peers) peers= ;;
        *) echo "build_node_bench: unknown argument $word; usage: tools/build_node_bench.sh [--without-peers]" >&2; exit 2 ;;
    esac
done
cd "$(dirname "$0")/.."
go=$(tools/install_go.sh) || exit 3
export GOTOOLCHAIN=local GOFLAGS=-mod=readonly
(cd bench/node && "$go" mod download) || { echo "build_node_bench: modules of Go cannot be had here" >&2; exit 3; }
built=build/node-bench
mkdir -p "$built"
(cd bench/node && "$go" build -trimpath -buildvcs=false -o "../../$built/node-load" .)
[ "$peers" ] || exit 0

[ "$(uname -s)-$(uname -m)" = Linux-x86_64 ] || { echo "build_node_bench: anvil is pinned for Linux on x86-64 alone" >&2; exit 3; }
wanted=$(sha256sum < bench/node/package-lock.json | cut -d ' ' -f 1)
[ "$(cat "$built/peers.installed" 2> /dev/null)" = "$wanted" ] && exit 0
command -v npm > /dev/null || { echo "build_node_bench: there is no npm: tools/setup.sh web installs it" >&2; exit 3; }
echo "build_node_bench: installing anvil and cast below $built" >&2
cp bench/node/package.json bench/node/package-lock.json "$built/"
(cd "$built" && npm ci --ignore-scripts --no-audit --no-fund --fetch-retries 5) > "$built/npm.log" 2>&1 || {
    cat "$built/npm.log" >&2
    echo "build_node_bench: anvil and cast cannot be had here" >&2
    exit 3
}
"$built/node_modules/.bin/anvil" --version > /dev/null && "$built/node_modules/.bin/cast" --version > /dev/null
echo "$wanted" > "$built/peers.installed"
