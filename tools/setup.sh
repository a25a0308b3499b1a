#!/bin/sh
# usage: tools/setup.sh [library|build|web|package|test|peers|sim|load|bench-node]
# Installs the Debian packages of tools/packages.txt that are missing: `library` those of section [library], `build`
# those of [build] too, `web`, `package`, `peers`, `sim`, `load` and `bench-node` their own section on top of these two, `test` those of [web],
# [package] and its own. Does nothing when none is missing. `npm()` is a command that may come from elsewhere: the package
# of that name is installed where there is none.
set -eu

here=$(dirname "$0")
sections=${1:-build}
case $sections in
    library) ;;
    build) sections="library build" ;;
    test) sections="library build web package test" ;;
    web | package | peers | sim | load | bench-node) sections="library build $sections" ;;
    --help) while read -r line; do case $line in '#!'*) ;; '#'*) echo "${line#??}" ;; *) break ;; esac; done < "$0"; exit 0 ;;
    *) echo "setup: unknown argument $sections; usage: tools/setup.sh [library|build|web|package|test|peers|sim|load|bench-node]" >&2; exit 2 ;;
esac
[ $# -le 1 ] || { echo "setup: unexpected argument $2; usage: tools/setup.sh [library|build|web|package|test|peers|sim|load|bench-node]" >&2; exit 2; }

wanted=""
section=""
while read -r word _; do
    case $word in
        '' | '#'*) ;;
        '['*) section=${word#[}; section=${section%]} ;;
        *'()') # a command
            case " $sections " in *" $section "*) command -v "${word%()}" > /dev/null || wanted="$wanted ${word%()}" ;; esac ;;
        *) case " $sections " in *" $section "*) wanted="$wanted $word" ;; esac ;;
    esac
done < "$here/packages.txt"

if ! command -v dpkg-query > /dev/null; then
    echo "setup: this is no Debian system; going on with what is installed. Needed are the counterparts of:$wanted" >&2
    exit 0
fi
# shellcheck disable=SC2086  # a list of names
installed=" $(dpkg-query -W -f='${db:Status-Status}:${Package}\n' $wanted 2> /dev/null | tr '\n' ' ')"
missing=""
for package in $wanted; do
    case "$installed" in *" installed:$package "*) ;; *) missing="$missing $package" ;; esac
done
[ -z "$missing" ] && exit 0

as_root=""
if [ "$(id -u)" != 0 ]; then
    if command -v sudo > /dev/null; then
        as_root="sudo"
    else
        echo "setup: packages are missing and this user may not install them. As root: apt-get install$missing" >&2
        exit 1
    fi
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
install_missing() {
    $as_root apt-get update -q -o Acquire::Retries=3 -o DPkg::Lock::Timeout=300 || return 1
    # shellcheck disable=SC2086
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends \
        -o Acquire::Retries=3 -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 $missing
}

echo "setup: installing$missing"
[ -z "$as_root" ] || $as_root true # asks for the password while the terminal is still free
begin=$(date +%s)
install_missing > "$log" 2>&1 &
job=$!
if [ -t 1 ]; then
    while kill -0 $job 2> /dev/null; do
        printf '\r\033[K  %3s s  %.70s' "$(($(date +%s) - begin))" "$(tail -n 1 "$log")"
        sleep 1
    done
    printf '\r\033[K'
fi
if ! wait $job; then
    cat "$log" >&2
    echo "setup: apt-get failed, see above. Wanted:$missing" >&2
    exit 1
fi
echo "setup: installed in $(($(date +%s) - begin)) s"
