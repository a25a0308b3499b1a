"""A net of validators as processes of their own, for tests: homes, start, kill, and HTTP with each."""
import contextlib
import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/node"))
import equivocation  # noqa: E402
import process  # noqa: E402
import wire  # noqa: E402

LARIAT = process.LARIAT
COMET = str(Path(LARIAT).resolve().parent / "lariat-comet")
SECONDS_MAX = 60
PORT = 26_656  # where a validator has an address of its own


def why_not():
    """Why no net can be started here; empty: it can."""
    return "" if os.access(COMET, os.X_OK) else f"{COMET} is not there: tools/build_cluster.sh builds it, which needs Go"


def free_place():
    """Loopback address of the first validator and port, where the next addresses and ports are free too."""
    for attempt in range(200):
        number = os.getpid() * 7 + attempt * 13
        base, port = f"127.{1 + number % 250}.{number // 250 % 250}.", 20_000 + number % 9_000
        taken = []
        try:
            for i in range(1, 6):
                for offset in range(3):
                    taken.append(socket.socket())
                    taken[-1].setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                    taken[-1].bind((f"{base}{i}", port + offset))
            return base + "1", port
        except OSError:
            continue
        finally:
            for one in taken:
                one.close()
    raise AssertionError("no free ports")


class Validator(process.Node):
    """One of a net. The methods of a node of its own work here too."""

    def __init__(self, home, socket_path=None):
        super().__init__()
        self.home, self.process, self.app, self.socket_path = Path(home), None, None, socket_path
        self.comet = COMET
        self.told_home, self.working_dir = str(home), None
        self.app_socket = None  # where the chain listens, if somebody stands between it and CometBFT
        self.inside = contextlib.nullcontext  # gives the context in which its process starts
        self.host, port = json.loads((self.home / "config/lariat.json").read_text())["listen"].rsplit(":", 1)
        self.port = int(port)

    def live_at(self, address, inside):
        """It runs inside, and both its API and CometBFT's RPC listen at this address, not on loopback."""
        self.host, self.inside = address, inside
        self.set_options(listen=f"{address}:{self.port}")
        path = self.home / "config/config.toml"
        was, now = (f'laddr = "tcp://{host}:{self.port - 1}"' for host in ("127.0.0.1", address))
        assert was in path.read_text(), path.read_text()
        path.write_text(path.read_text().replace(was, now))

    def start(self, env=None, wait=True):
        if self.socket_path:
            own = self.app_socket or self.socket_path
            with open(self.home / "app.log", "ab") as log:
                self.app = subprocess.Popen([LARIAT, "abci", "--home", str(self.home), "--socket", own], stderr=log)
            end = time.monotonic() + SECONDS_MAX
            while not os.path.exists(own):
                assert self.app.poll() is None and time.monotonic() < end, (self.home / "app.log").read_text()
                time.sleep(0.05)
        more = ["--app", self.socket_path] if self.socket_path else []
        self.errors = open(self.home / "log", "ab+")
        with self.inside():
            self.process = subprocess.Popen([self.comet, "node", "--home", self.told_home, *more], stdout=subprocess.PIPE, cwd=self.working_dir,
                                            stderr=self.errors, text=True, env={**os.environ, **(env or {})})
        if wait and not self.socket_path:
            self.take_first_line()
        return self

    def said(self, last=4000):
        return (self.home / "log").read_text(errors="replace")[-last:]

    def connection(self):
        return http.client.HTTPConnection(self.host, self.port, timeout=SECONDS_MAX)

    def stop(self, how=signal.SIGTERM):
        if self.process is None:
            return 0
        status = super().stop(how)
        self.process = None
        if self.app:
            self.app.send_signal(how)
            self.app.wait(timeout=SECONDS_MAX)
            self.app = None
        return status

    def wait_end(self, seconds=SECONDS_MAX):
        """The exit status of a process that ends by itself."""
        status = self.process.wait(timeout=seconds)
        self.process.stdout.close()
        self.errors.close()
        self.process = None
        return status

    def set_options(self, **options):
        """In HOME/config/lariat.json."""
        path = self.home / "config/lariat.json"
        path.write_text(json.dumps({**json.loads(path.read_text()), **options}))

    def lose_chain(self):
        """What a stopped one has but its keys, settings and what was signed."""
        kept = (self.home / "data/priv_validator_state.json").read_text()
        shutil.rmtree(self.home / "data")
        shutil.rmtree(self.home / "lariat")
        (self.home / "data").mkdir()
        (self.home / "data/priv_validator_state.json").write_text(kept)

    def set_state_sync(self, *trusted):
        """A stopped one takes a snapshot at its next start, by what these two say of block 2."""
        known = trusted[0].rpc("/commit?height=2")["signed_header"]["commit"]["block_id"]["hash"]
        path = self.home / "config/config.toml"
        head, tail = path.read_text().split("[statesync]", 1)
        servers = ",".join(one.rpc_url() for one in trusted)
        for was, now in (("enable = false", "enable = true"), ('trust_hash = ""', f'trust_hash = "{known}"'),
                         ("trust_height = 0", "trust_height = 2"), ('discovery_time = "15s"', 'discovery_time = "5s"'),
                         ('rpc_servers = ""', f'rpc_servers = "{servers}"')):
            tail = tail.replace(was, now, 1)
        path.write_text(head + "[statesync]" + tail)

    def replayed(self):
        """What a stopped one's blocks give when they are run again without any cluster, by height."""
        trace = subprocess.run([LARIAT, "trace", str(self.home / "lariat")], capture_output=True, check=True).stdout
        done = subprocess.run([LARIAT, "replay", "-"], input=trace, capture_output=True, check=True)
        results = [json.loads(line) for line in done.stdout.splitlines()]
        return {int(line["height"]): line for line in results if "state_root" in line}

    def rpc_url(self):
        """CometBFT's own RPC."""
        return f"http://{self.host}:{self.port - 1}"

    def rpc(self, path):
        try:
            with urllib.request.urlopen(self.rpc_url() + path, timeout=SECONDS_MAX) as answer:
                return json.load(answer)["result"]
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{path}: {error.read()}") from None

    def height(self):
        return int(self.good("/v1/status")["height"])

    def root_at(self, height):
        return self.good(f"/v1/blocks/{height}")["state_root"]


class Net:
    """`with Net() as net:`. Four validators in a folder of their own, which goes at the end. With a network of
    namespaces.py each runs in a namespace; else all are on loopback."""

    def __init__(self, nodes=4, genesis=None, block_time="200ms", start=True, snapshot_every=0, network=None):
        self.folder = Path(tempfile.mkdtemp(prefix="lariat-cluster-"))
        self.network = network
        self.addresses, self.port = (",".join(network.addresses), PORT) if network else free_place()
        given = ["--play-money"] if network else []
        if genesis:
            (self.folder / "genesis.json").write_text(json.dumps(genesis))
            given = ["--genesis", str(self.folder / "genesis.json")]
        made = subprocess.run([COMET, "init", "--dir", str(self.folder), "--nodes", str(nodes), "--addresses", self.addresses,
                               "--port", str(self.port), "--block-time", block_time, "--snapshot-every", str(snapshot_every), *given],
                              capture_output=True, text=True, check=False)
        assert made.returncode == 0, made.stderr
        self.validators = [Validator(self.folder / f"n{i}") for i in range(nodes)]
        if network:
            for one, address, space in zip(self.validators, network.addresses, network.spaces):
                one.live_at(address, space.inside)
        self.starts = start

    def add_home(self):
        """A home of its own on the next address, with keys and settings and no peers."""
        head, last = self.addresses.rsplit(".", 1)
        address = f"{head}.{int(last) + len(self.validators)}"
        made = subprocess.run([COMET, "init", "--dir", str(self.folder / "new"), "--nodes", "1", "--addresses", address, "--port", str(self.port),
                               "--genesis", str(self.folder / "genesis.json"), "--block-time", "200ms"], capture_output=True, text=True, check=False)
        assert made.returncode == 0, made.stderr
        return Validator(self.folder / "new/n0")

    def make_known(self, new):
        """Gives such a home the genesis and the addresses of those that run, as docs/cluster.md says."""
        peers = ",".join(f"{one.rpc('/status')['node_info']['id']}@{one.host}:{self.port}" for one in self.validators)
        settings = new.home / "config/config.toml"
        assert 'persistent_peers = ""' in settings.read_text(), settings.read_text()
        settings.write_text(settings.read_text().replace('persistent_peers = ""', f'persistent_peers = "{peers}"'))
        (new.home / "config/genesis.json").write_bytes((self.validators[0].home / "config/genesis.json").read_bytes())

    def __enter__(self):
        try:
            if self.starts:
                self.start_all()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for one in self.validators:
            if one.process is not None:
                one.process.kill()
                one.process.wait()
                one.process.stdout.close()
                one.errors.close()
            if one.app is not None:
                one.app.kill()
                one.app.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def start_all(self, validators=None):
        """At once: some of them alone may make no block."""
        for one in validators or self.validators:
            one.start(wait=False)
        for one in validators or self.validators:
            one.take_first_line()

    def give_power(self, one, power):
        """So many votes to one that runs, in force when this returns."""
        given = one.ok({"system": {"set_validator": {"pub_key": "0x" + equivocation.key_of(one)[0].hex(), "power": power}}})
        self.until_height(int(given["height"]) + 3)

    def same_blocks(self, heights, among=None):
        """Whole blocks are the same: roots, receipts, fires with their numbers, exits, events."""
        for height in heights:
            blocks = [one.good(f"/v1/blocks/{height}?full=true") for one in among or self.validators]
            assert all(block == blocks[0] for block in blocks), f"block {height} differs: {blocks}"

    def running(self):
        return [one for one in self.validators if one.process is not None]

    def until_height(self, height, seconds=SECONDS_MAX, among=None):
        """Until every one that runs has this height; the heights."""
        end = time.monotonic() + seconds
        while True:
            heights = []
            for one in among or self.running():
                try:
                    status = one.get("/v1/status")
                except (OSError, http.client.HTTPException):
                    status = None
                if status is not None and status.status == 200:
                    heights.append(int(status.json["height"]))
                else:  # its API stops for a moment while a snapshot takes the chain's place
                    assert one.process.poll() is None, f"exit {one.process.poll()}: {one.said()}"
                    assert status is None or status.status == 503, status
                    heights.append(-1)
            if min(heights) >= height:
                return heights
            slowest = (among or self.running())[heights.index(min(heights))]
            assert time.monotonic() < end, f"heights {heights}, wanted {height}: {slowest.said()}"
            time.sleep(0.1)


def genesis_of(**more):
    """Accounts whose keys the tests have."""
    return {"chain_id": "lariat-test", "system_deployers": [wire.address_of(wire.DEV_KEYS[0])],
            "accounts": [{"address": wire.address_of(key), "balance": "10000000000000"} for key in wire.DEV_KEYS], **more}
