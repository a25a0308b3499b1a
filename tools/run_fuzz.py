#!/usr/bin/env python3
"""Runs the fuzz targets of the sanitize build, each for some seconds. A corpus grows in build/fuzz/NAME, seeds come
from fuzz/corpus/NAME where there are any and from the program seeds_NAME where there is one; an input that crashes is
left in build/fuzz/NAME-crashes. What has a bound on its time is then held to it in a build without sanitizers: the
whole corpus first, then new inputs for as long again."""
import argparse
import shutil
import subprocess
import sys

import sources

MEMORY_MB_MAX = 4096
INPUT_SECONDS_MAX = 20
# Of the short form, where a target has just begun to find what there is: the same inputs each time, so that it says the
# same of the same commit. The long form looks further, each time elsewhere.
SHORT_SEED = 1
SHORT_SECONDS = {"python_vm": 35,  # its seeds alone take half a minute under sanitizers
                 "node_body": 6, "node_cursor": 3, "node_head": 6, "node_query": 6, "node_transaction": 6}
TIMED = ("python_vm",)  # targets with a bound on time, which sanitizers blur


def targets():
    return [path.name.removesuffix("_fuzz.cpp") for path in sources.files(sources.ROOT, "_fuzz.cpp", under=("fuzz",))]


def write_seeds(preset, name):
    """The folder that seeds_NAME fills, if there is such a program."""
    program, folder = sources.ROOT / f"build/{preset}/fuzz/seeds_{name}", sources.ROOT / "build/fuzz" / f"{name}-seeds"
    if not program.is_file():
        return []
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    subprocess.run([str(program), str(folder)], check=True)
    return [str(folder)]


def fuzz(name, seconds, seed=0, preset="sanitize"):
    """(what went wrong or "", last lines of output). The same inputs each time with a seed; 0: others each time."""
    corpus, crashes = (sources.ROOT / "build/fuzz" / f"{name}{suffix}" for suffix in ("", "-crashes"))
    seeds = sources.ROOT / "fuzz/corpus" / name
    for folder in (corpus, crashes):
        folder.mkdir(parents=True, exist_ok=True)
    dictionary = sources.ROOT / "fuzz" / f"{name}.dict"
    command = [str(sources.ROOT / f"build/{preset}/fuzz/fuzz_{name}"), f"-max_total_time={seconds}", f"-seed={seed}",
               f"-timeout={INPUT_SECONDS_MAX}", f"-rss_limit_mb={MEMORY_MB_MAX}", f"-artifact_prefix={crashes}/",
               "-print_final_stats=1", *([f"-dict={dictionary}"] if dictionary.is_file() else []),
               str(corpus), *([str(seeds)] if seeds.is_dir() else []), *write_seeds(preset, name)]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    lines = done.stdout.decode("utf-8", "replace").splitlines()
    if done.returncode == 0:
        return "", next((line for line in lines if "number_of_executed_units" in line), "")
    return f"{name} ended with status {done.returncode}; its input is in build/fuzz/{name}-crashes", "\n".join(lines[-60:])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=60, help="for each target, 60 by default")
    parser.add_argument("names", nargs="*", help="targets, all by default")
    args = parser.parse_args()
    if unknown := set(args.names) - set(targets()):
        parser.error(f"no such target: {', '.join(sorted(unknown))}; there are {', '.join(targets())}")
    if not targets():
        print("fuzz: there are no targets in fuzz/")
        return 0
    if subprocess.run([str(sources.ROOT / "tools/build.sh"), "sanitize", "fuzzers"], check=False).returncode:
        return 1
    names, failed = args.names or targets(), 0
    timed = [name for name in names if name in TIMED]
    if timed and subprocess.run([str(sources.ROOT / "tools/build.sh"), "fuzz-O3", *(f"fuzz_{name}" for name in timed)],
                                check=False).returncode:
        return 1
    for name, preset in [*((name, "sanitize") for name in names), *((name, "fuzz-O3") for name in timed)]:
        print(f"fuzz: {name}, {preset}, {args.seconds} s", flush=True)
        wrong, said = fuzz(name, args.seconds, preset=preset)
        print(f"  {said}" if not wrong else f"{said}\n{wrong}")
        failed += bool(wrong)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
