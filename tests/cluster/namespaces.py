"""Network namespaces joined by a bridge, one for each validator, for tests: any direction between two of them can be cut.

The namespaces have no names. Descriptors of this process hold them, and so do the processes that run inside. When those
have ended, whichever way, the kernel removes the namespaces with their links and routes, so no run leaves any behind.
The bridge is in a namespace too: nothing of the machine's own network is changed or used. Needs root. To look into the
namespace of a running validator: `nsenter -t PID -n ip route`."""
import contextlib
import ctypes
import functools
import os
import shutil
import socket
import subprocess

CLONE_NEWNET = 0x40000000
PROBE_PORT, PROBE_SECONDS = 9, 0.3
_libc = ctypes.CDLL(None, use_errno=True)


def call(function, *arguments):
    if function(*arguments) != 0:
        error = ctypes.get_errno()
        raise OSError(error, f"{function.__name__}: {os.strerror(error)}")


def ip(*arguments):
    """Runs `ip` in the namespace of the calling thread."""
    done = subprocess.run(["ip", *arguments], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise OSError(f"ip {' '.join(arguments)}: {done.stderr.strip()}")


def own_namespace():
    return os.open("/proc/thread-self/ns/net", os.O_RDONLY)


class Namespace:
    """One more network namespace, empty but for a loopback that is down."""

    def __init__(self):
        before = own_namespace()
        try:
            call(_libc.unshare, CLONE_NEWNET)
            self.descriptor = own_namespace()
            call(_libc.setns, before, CLONE_NEWNET)
        finally:
            os.close(before)

    @contextlib.contextmanager
    def inside(self):
        """Within it, the calling thread is inside, and so are the processes and threads that it starts."""
        before = own_namespace()
        call(_libc.setns, self.descriptor, CLONE_NEWNET)
        try:
            yield
        finally:
            call(_libc.setns, before, CLONE_NEWNET)
            os.close(before)

    def path(self):
        return f"/proc/{os.getpid()}/fd/{self.descriptor}"

    def close(self):
        os.close(self.descriptor)


class Network:
    """`with Network(4) as network:` makes as many namespaces. The thread that enters stands on the bridge until the end:
    it reaches all of them, whatever is cut between them."""

    def __init__(self, count):
        self.addresses = [f"10.77.0.{i + 1}" for i in range(count)]
        self.spaces, self.cuts, self.ending = [], [], contextlib.ExitStack()

    def __enter__(self):
        try:
            self.ending.enter_context(self.made().inside())
            ip("link", "set", "lo", "up")
            ip("link", "add", "bridge", "type", "bridge", "forward_delay", "0")
            ip("addr", "add", "10.77.0.254/24", "dev", "bridge")
            ip("link", "set", "bridge", "up")
            for i, address in enumerate(self.addresses):
                self.spaces.append(self.made())
                ip("link", "add", f"to{i}", "type", "veth", "peer", "name", "e0", "netns", self.spaces[i].path())
                ip("link", "set", f"to{i}", "master", "bridge", "up")
                with self.spaces[i].inside():
                    self.furnish(address)
        except BaseException:
            self.ending.close()
            raise
        return self

    def __exit__(self, *_):
        self.ending.close()

    def made(self):
        return self.ending.enter_context(contextlib.closing(Namespace()))

    def furnish(self, address):
        for name in ("all", "default", "e0"):
            # A machine may drop packets from where it has no route to. One direction alone could not be cut then.
            with open(f"/proc/sys/net/ipv4/conf/{name}/rp_filter", "w", encoding="ascii") as file:
                file.write("0")
        ip("link", "set", "lo", "up")
        ip("addr", "add", f"{address}/24", "dev", "e0")
        ip("link", "set", "e0", "up")

    def cut(self, directions):
        """For each (a, b): nothing that a sends arrives at b. Connections stay open and hang, as where a cable is pulled."""
        for a, b in directions:
            self.cuts.append((a, b))
            with self.spaces[a].inside():
                ip("route", "add", "blackhole", self.addresses[b])

    def heal(self):
        while self.cuts:
            a, b = self.cuts.pop()
            with self.spaces[a].inside():
                ip("route", "del", "blackhole", self.addresses[b])

    def is_heard(self, a, b):
        """Does a datagram of a arrive at b?"""
        with self.spaces[b].inside():
            ear = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        with self.spaces[a].inside():
            mouth = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        with ear, mouth:
            ear.bind((self.addresses[b], PROBE_PORT))
            ear.settimeout(PROBE_SECONDS)
            try:
                mouth.sendto(b"heard", (self.addresses[b], PROBE_PORT))
                return ear.recv(16) == b"heard"
            except OSError:
                return False

    def unheard(self):
        """All (a, b) where a is not heard by b."""
        numbers = range(len(self.spaces))
        return {(a, b) for a in numbers for b in numbers if a != b and not self.is_heard(a, b)}


def between(some, others):
    """Both directions between each of these and each of those, for Network.cut."""
    return [pair for a in some for b in others for pair in ((a, b), (b, a))]


def ring(a, b, c, d):
    """Cuts four such that each hears its two neighbours in this order alone, and a is a neighbour of d."""
    return between([a], [c]) + between([b], [d])


@functools.cache
def why_not():
    """Why no namespaces can be made here; empty: they can."""
    if os.geteuid() != 0:
        return "network namespaces need root"
    if shutil.which("ip") is None:
        return "network namespaces need the program ip"
    try:
        with Network(2) as network:
            network.cut([(0, 1)])
            return "" if network.unheard() == {(0, 1)} else "a blackhole route cuts nothing here"
    except OSError as error:
        return f"no network namespaces can be made here: {error}"
