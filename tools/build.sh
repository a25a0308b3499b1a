#!/bin/sh
# Configures and builds one preset of CMakePresets.json: `tools/build.sh PRESET [TARGET…]`. Shows one moving line
# of progress on a terminal, plain lines elsewhere, and the compiler's words when something fails.
# `tools/build.sh --configure PRESET` stops before compiling.
set -eu
exec 1>&2 # progress is no output: `make demo ARGS=--json` can be piped
cd "$(dirname "$0")/.."
configure_only=no
[ "${1:-}" = --configure ] && { configure_only=yes; shift; }
[ $# -ge 1 ] || { echo "usage: tools/build.sh [--configure] PRESET [TARGET...]" >&2; exit 2; }
preset=$1
shift
tree=build/$preset
begin=$(date +%s)
mkdir -p "$tree"

# A changed CMakeLists.txt is noticed by ninja; a changed preset is not.
if [ $configure_only = yes ] || [ ! -f "$tree/build.ninja" ] || [ ! -f "$tree/.configured" ] || [ CMakePresets.json -nt "$tree/.configured" ]; then
    echo "build: configuring $preset"
    if ! cmake --preset "$preset" > "$tree/configure.log" 2>&1; then
        cat "$tree/configure.log" >&2
        echo "build: cmake could not configure $preset, see above" >&2
        exit 1
    fi
    touch "$tree/.configured"
fi
[ $configure_only = no ] || exit 0

echo "build: $preset${*:+, }$*"
export NINJA_STATUS="  [%f/%t, %es] "
if ! cmake --build "$tree" -j "$(nproc)" ${*:+--target} "$@"; then
    echo "build: $preset failed, see above" >&2
    exit 1
fi
if [ "$preset" = release ] && [ -x "$tree/lariat" ]; then
    ln -sf release/lariat build/lariat
fi
echo "build: $preset done in $(($(date +%s) - begin)) s"
