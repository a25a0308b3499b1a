#!/bin/sh
# usage: tools/build_web.sh [--if-possible]
# Builds the dashboard of web/ into build/web, from where the next build of the command embeds it. Needs node and npm,
# and the first time a network. Does nothing when it is up to date. --if-possible: where that cannot be done, the node is
# built without it, and that is no failure.
set -eu
for word in "$@"; do
    case $word in
        --help) sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"; exit 0 ;;
        --if-possible) ;;
        *) echo "web: unknown argument $word; see tools/build_web.sh --help" >&2; exit 2 ;;
    esac
done
exec 1>&2
cd "$(dirname "$0")/.."

without() {
    rm -rf build/web
    [ "${1:-}" = --if-possible ] || { echo "web: $2" >&2; exit 1; }
    echo "web: $2; the node is built without its dashboard"
    exit 0
}
for program in node npm; do
    command -v $program > /dev/null || without "${1:-}" "there is no $program: make web installs it"
done

mkdir -p build
exec 9> build/web.lock
flock 9 # two builds of one clone at once
wanted=$(find web -path web/node_modules -prune -o -type f -print | LC_ALL=C sort | xargs sha256sum | sha256sum | cut -d ' ' -f 1)
[ -f build/web/index.html ] && [ "$(cat build/web.built 2> /dev/null)" = "$wanted" ] && exit 0

echo "web: building the dashboard"
log=build/web.log
packages=$(sha256sum web/package-lock.json | cut -d ' ' -f 1)
if [ "$(cat web/node_modules/.installed 2> /dev/null)" != "$packages" ]; then
    # Without a network npm would try for many minutes; a source archive has to build there too.
    tries="--fetch-retries 5"
    npm ping --fetch-retries=0 --fetch-timeout=10000 > $log 2>&1 || tries="--fetch-retries 1 --fetch-retry-mintimeout 1000 --fetch-retry-maxtimeout 1000"
    (cd web && npm ci --ignore-scripts --no-audit --no-fund $tries) > $log 2>&1 || { cat $log; without "${1:-}" "npm ci failed, see above"; }
    echo "$packages" > web/node_modules/.installed
fi
(cd web && npm run --silent build) > $log 2>&1 || { cat $log; without "${1:-}" "the dashboard does not build, see above"; }
echo "$wanted" > build/web.built
echo "web: built, $(gzip -9c build/web/index.html | wc -c) bytes compressed"
