#!/bin/sh
# Puts Monty, a peer of the handlers' benchmark, into build/monty: an environment of its own with the versions of
# bench/monty-requirements.txt, from PyPI. Does nothing when they are there.
set -eu

cd "$(dirname "$0")/.."
wanted=bench/monty-requirements.txt
home=build/monty
[ -x $home/bin/python ] && cmp -s $wanted $home/installed.txt && exit 0

/usr/bin/python3 -m venv --clear $home
$home/bin/pip install --quiet --no-deps -r $wanted
cp $wanted $home/installed.txt
echo "fetch: Monty is in $home"
