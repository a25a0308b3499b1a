#!/bin/sh
# Puts the packages that a list names with their versions, from PyPI, into an environment of its own:
# `tools/fetch_pypi.sh bench/monty-requirements.txt build/monty`. Does nothing when they are there.
set -eu

cd "$(dirname "$0")/.."
wanted=$1
home=$2
[ -x "$home/bin/python" ] && cmp -s "$wanted" "$home/installed.txt" && exit 0

/usr/bin/python3 -m venv --clear "$home"
"$home/bin/pip" install --quiet --no-deps --retries 10 -r "$wanted"
cp "$wanted" "$home/installed.txt"
echo "fetch: $home has what $wanted names"
