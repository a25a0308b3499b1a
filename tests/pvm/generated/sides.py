"""The two sides that answer a program: CPython in this process, the VM in one of its own."""
import ast
import gc
import os
import re
import signal
import subprocess
import sys
import types
import warnings

DEBIAN = "/usr/bin/python3"  # its patch release is the oracle: messages, enum and except* differ between those of 3.11
CPYTHON_SECONDS_MAX = 5
COLLECTED_EVERY = 100
FRAMES = 240                    # below those of the VM; what recursion shows is never compared (differences.py)
HASHES = "PYTHONHASHSEED"
ADDRESS = re.compile(r" at 0x[0-9a-f]+")


def become_debian():
    """Goes on as Debian's Python, from the beginning, where there is one, with one order of sets of text in every run."""
    if os.path.exists(DEBIAN) and (os.path.realpath(sys.executable) != os.path.realpath(DEBIAN) or HASHES not in os.environ):
        os.execve(DEBIAN, [DEBIAN, *sys.argv], {**os.environ, HASHES: "0"})


class Stopped(BaseException):
    """The program ran too long."""


class Limited(ast.NodeTransformer):
    """A program in which what is computed passes through `_limited`, so that CPython's integers end where the VM's do."""
    def pass_through(self, node):
        self.generic_visit(node)
        return ast.copy_location(ast.Call(ast.Name("_limited", ast.Load()), [node], []), node)

    visit_BinOp = visit_UnaryOp = pass_through

    def visit_Call(self, node):
        plain = isinstance(node.func, ast.Name) and node.func.id in ("super", "show", "guard", "made", "failed")
        return self.generic_visit(node) if plain else self.pass_through(node)

    def visit_AugAssign(self, node):
        self.generic_visit(node)
        if not isinstance(node.target, ast.Name):
            return node
        name = ast.Name(node.target.id, ast.Load())
        after = ast.Assign([ast.Name(node.target.id, ast.Store())], ast.Call(ast.Name("_limited", ast.Load()), [name], []))
        return [node, ast.copy_location(after, node)]


def limited(value):
    if isinstance(value, int) and value.bit_length() > 4096:
        raise OverflowError("integer is wider than 4096 bits")
    return value


class CPython:
    """What the program emits, line by line; None when it does not end in time."""
    def __init__(self):
        self.lines = []
        host, sdk = types.ModuleType("pvm_host"), types.ModuleType("cowboy_sdk")
        host.emit_event = lambda topic, data: self.lines.extend(data.decode().split("\n"))
        host.HostError = type("HostError", (Exception,), {})
        sdk.actor = lambda cls: cls
        sys.modules["pvm_host"], sys.modules["cowboy_sdk"] = host, sdk
        warnings.simplefilter("ignore")
        # What is dropped may still show something when it is freed: never in the middle of another program.
        gc.disable()
        sys.unraisablehook = lambda _: None
        self.stopped, self.running, self.answers = False, False, 0
        signal.signal(signal.SIGVTALRM, self.stop)

    def stop(self, *_):
        self.stopped = True
        if self.running:
            signal.setitimer(signal.ITIMER_VIRTUAL, 1)  # a program may catch everything
            raise Stopped

    def answer(self, source, limited_too=False):
        self.answers += 1
        if self.answers % COLLECTED_EVERY == 0:
            gc.collect()
        self.lines, self.stopped = [], False
        space, limit = {"__name__": "__main__", "_limited": limited}, sys.getrecursionlimit()
        try:
            tree = ast.fix_missing_locations(Limited().visit(ast.parse(source))) if limited_too else source
            code = compile(tree, "actor", "exec", dont_inherit=True)
        except (SyntaxError, ValueError):
            return ["REFUSED"]
        signal.setitimer(signal.ITIMER_VIRTUAL, CPYTHON_SECONDS_MAX)  # of its own work: a busy machine stops nothing
        try:
            self.running = True
            sys.setrecursionlimit(depth() + FRAMES)
            exec(code, space)
            self.running = False
        except BaseException as e:
            self.running = False
            self.lines.append(f"ENDED {type(e).__name__}")
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        sys.setrecursionlimit(limit)
        lines = [ADDRESS.sub("", line) for line in self.lines]
        space.clear()
        return None if self.stopped else lines


def settled(source, times=24):
    """Does CPython show the same in processes of its own? A text in which an address is looked at has no one answer."""
    here = "import sys; sys.path.insert(0, sys.argv[1]); from generated.sides import CPython; print(CPython().answer(sys.stdin.read()))"
    command = [sys.executable, "-c", here, os.path.dirname(os.path.dirname(os.path.abspath(__file__)))]
    shown = (subprocess.run(command, input=source.encode(), stdout=subprocess.PIPE, env={**os.environ, HASHES: str(seed)},
                            check=True).stdout for seed in range(times))
    first = next(shown)
    return all(other == first for other in shown)


def depth():
    frame, count = sys._getframe(), 0
    while frame:
        frame, count = frame.f_back, count + 1
    return count


class Vm:
    """Lines as CPython's; None when it ran out of cycles or memory."""
    def __init__(self, program):
        self.program, self.process = program, None

    def answer(self, source):
        if self.process is None:
            self.process = subprocess.Popen([self.program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        data = source.encode()
        try:
            self.process.stdin.write(b"%d\n" % len(data) + data)
            self.process.stdin.flush()
            said = self.process.stdout.read(int(self.process.stdout.readline())).decode()
        except (BrokenPipeError, ValueError):
            status, self.process = self.process.wait(), None
            return [f"CRASHED {status}"]
        lines = said.split("\n")[:-1]
        for at, line in enumerate(lines):
            if line.startswith("REFUSED"):
                return ["REFUSED", line]
            if line.startswith("ENDED 1"):
                return lines[:at] + [line.replace("ENDED 1", "ENDED")]
            if line.startswith("ENDED"):
                return None
        return lines


def driver():
    """The program that answers for the VM, beside the command that is being tested."""
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
    return os.path.join(os.path.dirname(os.environ.get("LARIAT", os.path.join(root, "build/dev/lariat"))), "tests", "pvm_answer")
