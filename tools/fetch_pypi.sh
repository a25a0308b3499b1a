#!/bin/sh
# usage: tools/fetch_pypi.sh LIST FOLDER
# Installs the packages of LIST, a file of names and versions, from PyPI into FOLDER, a Python environment of its own:
# `tools/fetch_pypi.sh bench/monty-requirements.txt build/monty`. Does nothing when they are installed. Both paths
# count from the root of the repository. Programs that begin at once wait for each other.
set -eu

refuse() { echo "fetch: $1; see tools/fetch_pypi.sh --help" >&2; exit 2; }
for word in "$@"; do
    case $word in
        --help) sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"; exit 0 ;;
        -*) refuse "unknown option $word" ;;
    esac
done
[ $# = 2 ] || refuse "LIST and FOLDER are needed"
cd "$(dirname "$0")/.."
wanted=$1
home=$2
[ -f "$wanted" ] || refuse "there is no list $wanted"

mkdir -p "$(dirname "$home")"
exec 9> "$home.lock"
flock 9
[ ! -e "$home" ] || [ -f "$home/pyvenv.cfg" ] || refuse "$home is no Python environment and would be removed"
[ -x "$home/bin/python" ] && cmp -s "$wanted" "$home/installed.txt" && exit 0

/usr/bin/python3 -m venv --clear "$home"
"$home/bin/pip" install --quiet --no-deps --retries 10 -r "$wanted"
cp "$wanted" "$home/installed.txt"
echo "fetch: installed the packages of $wanted in $home"
