#!/bin/sh
# usage: tools/build.sh [--configure] PRESET [TARGET...]
# Configures and builds one preset of CMakePresets.json in build/PRESET. Shows one moving line of progress on a
# terminal, plain lines elsewhere, and the compiler's messages when something fails. All of it goes to standard
# error, so that the output of `make demo ARGS=--json` can be piped. --configure stops before compiling.
set -eu
refuse() { echo "build: $1; see tools/build.sh --help" >&2; exit 2; }
for word in "$@"; do
    [ "$word" != --help ] || { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"; exit 0; }
done
exec 1>&2
cd "$(dirname "$0")/.."
configure_only=no
[ "${1:-}" = --configure ] && { configure_only=yes; shift; }
[ $# -ge 1 ] || refuse "the argument PRESET is missing"
preset=$1
shift
presets=$(sed -n 's/.*"name": "\([A-Za-z0-9-]*\)".*/\1/p' CMakePresets.json | grep -vx 'base\|gcc\|clang' | tr '\n' ' ')
case " $presets " in
    *" $preset "*) ;;
    *) refuse "unknown preset $preset; there are $presets" ;;
esac
for target in "$@"; do
    case $target in -*) refuse "unknown option $target" ;; esac
done
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
