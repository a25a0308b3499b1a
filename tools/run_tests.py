#!/usr/bin/env python3
"""Builds and runs every test: what `make test` does. The last line counts them; the exit status is 1 if one failed.

--quick leaves out the sanitizer, fuzz and determinism steps. --only STEP runs that one alone (may be repeated).
The C++ tests run under sanitizers; with g++, at full length, they run with --quick, --full and --only cpp.
Without --full the long steps run in a short form: fewer random cases, a few seconds for each fuzz target, fewer builds
to compare. docs/decisions/0033 says what the short form leaves to the long commands. Programs that use one core run
side by side."""
import argparse
import atexit
import concurrent.futures
import os
import re
import signal
import subprocess
import sys
import threading
import time

import check
import check_determinism
import gtest
import run_fuzz
import sources

ROOT = sources.ROOT
PYTHON_SECONDS_MAX = 1200
FUZZ_SECONDS = 6
VECTORS = next(ROOT.parent.glob("*/vectors/run_cases.py"), None)  # cases from outside, where they lie beside this repository
SHOWN_LINES_MAX = 60
SEED = "seed=20261121"  # the same cases in every run; --full draws new ones
SHORT_ENV = {"LARIAT_SHORT": "1", "RC_PARAMS": SEED + " max_success=20"}
SHORT_SEEDS_ENV = {"LARIAT_SEEDS": "25"}  # of the model and of restarts; 400 with --full
JOBS = os.cpu_count() or 2
# The step sanitize compiles and runs all C++ tests. These look at depths of the stack, which sanitizers change.
CPP_ALONE = ["pvm"]
SANITIZER_ENV = {"ASAN_OPTIONS": "allow_addr2line=1", "UBSAN_OPTIONS": "print_stacktrace=1:allow_addr2line=1"}
_COUNTS = re.compile(r"^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$")


class Tally:
    """Counts of tests, and the names of those that failed. Threads may add to it."""

    def __init__(self):
        self.passed, self.failed, self.skipped, self.failures = 0, 0, 0, []
        self._one_at_a_time = threading.Lock()

    def add(self, name, passed=0, failed=0, skipped=0, seconds=None, note="", said=()):
        """`said`: the output of a failed test."""
        with self._one_at_a_time:
            self.passed, self.failed, self.skipped = self.passed + passed, self.failed + failed, self.skipped + skipped
            if failed:
                self.failures.append(name)
                show(said)
            parts = [f"{n} {what}" for n, what in ((passed, "passed"), (failed, "failed"), (skipped, "skipped")) if n]
            took = f" ({seconds:.1f} s)" if seconds is not None else ""
            print(f"  {name}: {', '.join(parts) or 'nothing to run'}{took}{f': {note}' if note else ''}", flush=True)


def side_by_side(jobs):
    """Calls each of the jobs, as many at a time as there are cores. The longest should stand first."""
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        for done in [pool.submit(job) for job in jobs]:
            done.result()


def show(lines):
    """Prints the output of a failed test, indented so that no line of it passes for one of ours."""
    if len(lines) > SHOWN_LINES_MAX:
        lines = [f"... {len(lines) - SHOWN_LINES_MAX} lines left out"] + lines[-SHOWN_LINES_MAX:]
    for line in lines:
        print("      " + line)


def run(command, env=None):
    """(exit status, lines of output, seconds)"""
    begin = time.monotonic()
    try:
        done = subprocess.run(command, cwd=ROOT, env={**os.environ, **(env or {})}, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=PYTHON_SECONDS_MAX, check=False)
        status, output = done.returncode, done.stdout
    except subprocess.TimeoutExpired as expired:
        status, output = 124, (expired.stdout or b"") + b"\nwas stopped: too slow"
    return status, output.decode("utf-8", "replace").splitlines(), time.monotonic() - begin


def run_counted(tally, name, command, env=None):
    """One program that ends with `N passed, N failed, N skipped`, or counts as one test by its exit status."""
    status, lines, seconds = run(command, env)
    counts = next((match for line in reversed(lines) if (match := _COUNTS.match(line))), None)
    passed, failed, skipped = (int(n or 0) for n in counts.groups()) if counts else (0, 0, 0)
    if not counts and status == 0:
        passed = 1
    elif not failed and (status != 0 or passed + skipped == 0):  # a program that finds nothing to run proves nothing
        failed = 1
    tally.add(name, passed, failed, skipped, seconds, said=lines)


MEANWHILE = {}  # preset: set when its build beside the tests has ended
# `nice` counts within a session where Linux groups tasks by session: there the group is told too.
AT_REST = ("sh", "-c", '{ echo 19 > /proc/self/autogroup; } 2> /dev/null; exec nice -n 19 "$@"', "sh")


def build_meanwhile(builds):
    """Begins builds while tests run that mostly wait: they get what those leave. build() says what was wrong with them."""
    MEANWHILE.update({preset: threading.Event() for preset, _ in builds})

    def work():
        for preset, targets in builds:
            try:
                with subprocess.Popen([*AT_REST, str(ROOT / "tools/build.sh"), preset, *targets], start_new_session=True,
                                      stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
                    atexit.register(lambda ended=process: ended.poll() is None and os.killpg(ended.pid, signal.SIGTERM))
            finally:
                MEANWHILE[preset].set()
    threading.Thread(target=work, daemon=True).start()


def build(tally, preset, *targets):
    begin = time.monotonic()
    if preset in MEANWHILE:
        MEANWHILE[preset].wait()
    built = subprocess.run([str(ROOT / "tools/build.sh"), preset, *targets], check=False).returncode == 0
    tally.add(f"build of {preset}", passed=int(built), failed=int(not built), seconds=time.monotonic() - begin)
    return built


def run_gtests(tally, preset, env, only=None):
    """The programs of tests/<layer>/; an old program whose folder is gone does not count."""
    folders = sorted(p for p in (ROOT / "tests").iterdir() if p.is_dir() and any(p.glob("*.cpp")) and (not only or p.name in only))
    programs = [ROOT / "build" / preset / "tests" / f"test_{folder.name}" for folder in folders]
    for program in [p for p in programs if not p.is_file()]:
        tally.add(program.name, failed=1, note="was not built: tests/CMakeLists.txt does not name its folder")
    for result in gtest.run_programs([p for p in programs if p.is_file()], env, JOBS):
        for name, said in result.failures:
            print(f"    failed: {name}")
            show(said)
        tally.add(result.name, result.passed, result.failed, result.skipped, result.seconds,
                  note=", ".join(name for name, _ in result.failures))


def run_unittest(tally, path, more_env=None):
    """One Python file of tests; a file without unittest is a program that passes or fails as a whole."""
    name = path.relative_to(ROOT).as_posix()
    env = {"LARIAT": str(ROOT / "build/dev/lariat"), "PYTHONDONTWRITEBYTECODE": "1", **(more_env or {})}
    if "unittest" not in path.read_text(encoding="utf-8"):
        return run_counted(tally, name, [sys.executable, str(path)], env)
    status, lines, seconds = run([sys.executable, "-m", "unittest", "discover", "-s", str(path.parent), "-p", path.name], env)
    text = "\n".join(lines[-4:])
    ran = int(match.group(1)) if (match := re.search(r"^Ran (\d+) tests?", text, re.M)) else 0
    number = {what: int(n) for what, n in re.findall(r"(failures|errors|skipped|unexpected successes)=(\d+)", text)}
    skipped, failed = number.pop("skipped", 0), sum(number.values())
    if (status != 0 or ran == 0) and not failed:
        failed = 1
    return tally.add(name, max(0, ran - failed - skipped), failed, skipped, seconds, said=lines)


def step_sources(tally, _):
    for name in ("format", "layers", "style", "requirements", "references", "bounds", "commits"):
        script, *arguments = check.CHECKS[name]
        run_counted(tally, f"check of {name}", [sys.executable, str(ROOT / "tools" / script), *arguments])


def step_cpp(tally, full):
    run_gtests(tally, "dev", {} if full else {"RC_PARAMS": SEED})


def step_cpp_beside_sanitizers(tally, _):
    run_gtests(tally, "dev", {"RC_PARAMS": SEED}, CPP_ALONE)


def run_evil(tally, name, program, preset, every, env=None):
    """Every Nth of the programs that one of tests/pvm/ writes to stop the VM."""
    run_counted(tally, name, [sys.executable, str(ROOT / "tests/pvm" / program), "--every", str(every), "--driver",
                              str(ROOT / "build" / preset / "tests/pvm_answer")], env)


def step_python(tally, full):
    paths = [path for path in sources.files(ROOT, ".py", under=("tests",)) if path.parent.name not in ("determinism", "cluster")
             and (path.name.startswith("test_") or path.name.endswith("_oracle.py"))]
    # The longest first. The pages last: one builds the library, which the builds beside have compiled by then.
    paths.sort(key=lambda path: (path.name != "test_stream_ends.py", not path.name.endswith("_oracle.py"), path.parent.name == "docs", path))
    side_by_side([lambda: run_evil(tally, "objects around objects", "deep_nests.py", "dev", 151 if full else 4001),
                  *(lambda path=path: run_unittest(tally, path) for path in paths)])


def step_cluster(tally, _):
    """Needs Go and its modules: where they cannot be had, the step is skipped and says so."""
    begin = time.monotonic()
    status, lines, _ = run([str(ROOT / "tools/build_cluster.sh"), "--bench", "dev"])
    if status == 3:
        return tally.add("cluster", skipped=1, note="no Go here: " + (lines[-1] if lines else ""))
    tally.add("build of lariat-comet", passed=int(status == 0), failed=int(status != 0), seconds=time.monotonic() - begin, said=lines)
    if status == 0:
        for path in sources.files(ROOT, ".py", under=("tests/cluster",)):  # one net at a time: each has four processes
            if path.name.startswith("test_"):
                run_unittest(tally, path)
    return None


def step_conformance(tally, _):
    run_counted(tally, "conformance traces",
                [sys.executable, str(ROOT / "tests/conformance/run.py"), str(ROOT / "build/dev/lariat")])


def step_model(tally, full):
    for name in ("test_model_agrees.py", "test_validators_agree.py", "test_restarts_agree.py"):
        run_unittest(tally, ROOT / "tests/determinism" / name, {} if full else SHORT_SEEDS_ENV)


def step_vectors(tally, _):
    """tests/conformance/features.txt: a feature of the vectors on each line, then single cases if not all of it."""
    if VECTORS is None:
        return tally.add("conformance vectors", skipped=1, note="they do not stand beside this repository")
    base = [sys.executable, str(VECTORS), str(ROOT / "build/dev/lariat"), "--brief", "--own"]
    for line in (ROOT / "tests/conformance/features.txt").read_text(encoding="utf-8").splitlines():
        feature, *cases = line.split("#")[0].split() or [""]
        if feature and not cases:
            run_counted(tally, f"vectors: {feature}", [*base, "--feature", feature])
        for case in cases:
            run_counted(tally, f"vectors: {feature} {case}", [*base, "--feature", feature, "--only", case])
    return None


def step_sanitize(tally, full):
    if build(tally, "sanitize", "test_programs"):
        run_gtests(tally, "sanitize", {**SANITIZER_ENV, **({} if full else SHORT_ENV)})
        side_by_side([lambda: run_evil(tally, "containers that change while they are looked at", "changing_containers.py", "sanitize",
                                       1 if full else 4, SANITIZER_ENV),
                      lambda: run_evil(tally, "classes that change while they are used", "changing_classes.py", "sanitize",
                                       23 if full else 397, SANITIZER_ENV)])


def step_fuzz(tally, _):
    names = run_fuzz.targets()
    if not names:
        return tally.add("fuzz", skipped=1, note="fuzz/ has no targets")
    if build(tally, "sanitize", "fuzzers"):
        run_counted(tally, "command lines of the fuzzers", [sys.executable, str(ROOT / "tools/check_command_lines.py"),
                                                            str(ROOT / "build/sanitize/fuzz")])
        def fuzz(name):
            begin = time.monotonic()
            wrong, said = run_fuzz.fuzz(name, run_fuzz.SHORT_SECONDS.get(name, FUZZ_SECONDS), run_fuzz.SHORT_SEED)
            tally.add(f"fuzz {name}", passed=int(not wrong), failed=int(bool(wrong)), seconds=time.monotonic() - begin, note=wrong,
                      said=said.splitlines())
        names.sort(key=lambda name: -run_fuzz.SHORT_SECONDS.get(name, FUZZ_SECONDS))
        side_by_side([lambda name=name: fuzz(name) for name in names])
    return None


def step_determinism(tally, full):
    presets = check_determinism.PRESETS if full else check_determinism.SHORT_PRESETS
    if all([build(tally, preset, check_determinism.TARGET) for preset in presets]):
        run_unittest(tally, ROOT / "tests/determinism/test_builds_agree.py", {"LARIAT_PRESETS": " ".join(presets)})


# name: (what runs it, does it use the dev build, is it one of the long ones)
STEPS = {
    "sources": (step_sources, False, False),
    "cpp": (step_cpp, True, False),
    "python": (step_python, True, False),
    "cluster": (step_cluster, True, False),
    "conformance": (step_conformance, True, False),
    "model": (step_model, True, False),
    "vectors": (step_vectors, True, False),
    "determinism": (step_determinism, False, True),
    "sanitize": (step_sanitize, False, True),
    "fuzz": (step_fuzz, False, True),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="leave out " + ", ".join(n for n, s in STEPS.items() if s[2]))
    parser.add_argument("--only", action="append", choices=STEPS, help="run this step alone")
    parser.add_argument("--full", action="store_true", help="the long steps at full length")
    args = parser.parse_args()
    chosen = args.only or [name for name, step in STEPS.items() if not (args.quick and step[2])]
    every_cpp = args.full or args.quick or "cpp" in (args.only or [])
    dev_targets = [] if every_cpp else ["beside_tests", *(f"test_{name}" for name in CPP_ALONE)]

    tally, begin, built = Tally(), time.monotonic(), None
    for number, name in enumerate(chosen, 1):
        work, uses_build, _ = STEPS[name]
        step_begin = time.monotonic()
        print(f"[{number}/{len(chosen)}] {name}", flush=True)
        if name == "python" and set(STEPS) == set(chosen):
            build_meanwhile([("release", [check_determinism.TARGET]), ("sanitize", ["test_programs", "fuzzers", check_determinism.TARGET])])
        if uses_build and built is None:
            subprocess.run([str(ROOT / "tools/build_web.sh"), "--if-possible"], check=False)  # else tests/web are skipped
            built = build(tally, "dev", *dev_targets)
        if uses_build and not built:
            tally.add(name, skipped=1, note="the build failed")
        else:
            (step_cpp_beside_sanitizers if name == "cpp" and not every_cpp else work)(tally, args.full)
        print(f"  {name} took {time.monotonic() - step_begin:.0f} s, {(time.monotonic() - begin) / 60:.1f} min in all", flush=True)
    if tally.failures:
        print("failed: " + ", ".join(tally.failures))
    print(f"{tally.passed} passed, {tally.failed} failed, {tally.skipped} skipped")
    return 1 if tally.failed else 0


if __name__ == "__main__":
    sys.exit(main())
