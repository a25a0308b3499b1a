#!/bin/sh
# usage: tools/build_cluster.sh [--bench] [PRESET]
# Builds lariat-comet, CometBFT with the chain in its process, beside the command lariat of a preset [release]. Needs
# Go: tools/install_go.sh. --bench: lariat-comet-bench too, the program behind tools/run_cluster_bench.py. Exit status 3:
# Go or a module of Go cannot be had here.
set -eu

preset=release
bench=
for word in "$@"; do
    case $word in
        --help) while read -r line; do case $line in '#!'*) ;; '#'*) echo "${line#??}" ;; *) break ;; esac; done < "$0"; exit 0 ;;
        --bench) bench=yes ;;
        -*) echo "build_cluster: unknown argument $word; usage: tools/build_cluster.sh [--bench] [PRESET]" >&2; exit 2 ;;
        *) preset=$word ;;
    esac
done
cd "$(dirname "$0")/.."
go=$(tools/install_go.sh) || exit 3
export GOTOOLCHAIN=local GOFLAGS=-mod=readonly
(cd cluster && "$go" mod download) || { echo "build_cluster: modules of Go cannot be had here" >&2; exit 3; }
tools/build.sh "$preset" lariat lariat_abci_whole
mkdir -p build/cluster-lib
ln -sf "../$preset/liblariat_abci.a" build/cluster-lib/liblariat_abci.a
# Go does not look into the archive: its sum makes the program be linked anew when it has changed.
sum=$(sha256sum < build/cluster-lib/liblariat_abci.a | cut -c1-16)
build() { # NAME TAGS
    echo "build: $1"
    (cd cluster && "$go" build -trimpath -buildvcs=false -tags "$2" -ldflags "-X main.chainBuild=$sum" -o "../build/$preset/$1" .)
}
build lariat-comet ""
[ -z "$bench" ] || build lariat-comet-bench bench
