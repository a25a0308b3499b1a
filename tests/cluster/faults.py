"""Faults under load, chosen by a seed, and an independent look at what they left (CLU-29 to CLU-32).

After each fault every validator must get on; at the end the archives of all are compared, byte by byte, and run again by
`lariat replay`, without CometBFT and without the API."""
import contextlib
import http.client
import json
import random
import signal
import sqlite3
import threading
import time

import net
from disk import SmallDisk
from equivocation import key_of
from namespaces import Network, between, ring
from net import Net, wire
from block_text import unpack  # net.py has named its folder

ACTOR = "0x" + "c1" * 20
# Timers by height, and a watch on its own storage.
SOURCE = """import pvm_host
from cowboy_sdk import only_self


class Beat:
    def start(self, payload):
        pvm_host.schedule_timer_ex(pvm_host.block_height() + 1 + payload[0] % 7, b"", gas_limit=50_000)

    @only_self
    def handle_timer(self, payload):
        self.storage["beats"] = self.storage.get("beats", 0) + 1
        pvm_host.emit_event("beat", str(self.storage["beats"]).encode())
"""
DEPLOYED = [{"address": ACTOR, "owner": wire.address_of(wire.DEV_KEYS[0]), "balance": "1000000000000", "python": SOURCE}]
CONFIGS = [{"discipline": "fifo"}, {"discipline": "globalbox"}, {"auction_activation_height": 20}]
GOVERNOR, SENDERS = wire.DEV_KEYS[0], wire.DEV_KEYS[1:4]
SECONDS_TO_GO_ON = 180  # generous: the machine may be busy. CLU-32 has bounds for an idle one
FAILURE_POINTS = 10    # FAIL_TEST_INDEX of CometBFT


class Load(threading.Thread):
    """Sends from every account, by nonce, to whichever validator answers, until told to stop."""

    def __init__(self, cluster, seed):
        super().__init__(daemon=True)
        self.cluster, self.random, self.ends = cluster, random.Random(seed), threading.Event()
        self.accepted = {}  # hash: raw
        self.taken_by = {}  # hash: the validator that answered
        self.may_be_lost = set()  # hashes of those whose validator lost its disk
        self.nonces = [0] * len(SENDERS)

    def make(self, sender, nonce):
        kind = self.random.randrange(3)
        if kind == 0:
            tx = {"transfer": {"to": wire.address_of(SENDERS[(sender + 1) % len(SENDERS)]), "amount": "3"}}
        elif kind == 1:
            tx = {"call": {"actor": ACTOR, "handler": "start", "payload": "0x" + self.random.randbytes(1).hex()}}
        else:
            tx = {"schedule_at": {"timestamp_ms": int(time.time() * 1000) + self.random.randrange(5_000), "actor": ACTOR,
                                  "handler": None, "payload": "0x", "gas_limit": 20_000}}
        return wire.signed({**tx, "nonce": nonce, "cycles_limit": 200_000}, SENDERS[sender], "lariat-test")

    def post(self, raw):
        """Some validator and its answer; None if none answered."""
        for one in self.random.sample(self.cluster.validators, len(self.cluster.validators)):
            try:
                return one, one.post("/v1/transactions", {"raw": "0x" + raw.hex()})
            except (OSError, http.client.HTTPException):
                continue
        return None, None

    def run(self):
        waiting = [None] * len(SENDERS)
        while not self.ends.wait(0.05):
            sender = self.random.randrange(len(SENDERS))
            if waiting[sender] is None:
                waiting[sender] = self.make(sender, self.nonces[sender])
            one, answer = self.post(waiting[sender])
            if answer is None:
                continue
            if answer.status in (200, 202):
                self.accepted[answer.json["hash"]] = waiting[sender]
                self.taken_by[answer.json["hash"]] = one
            elif answer.json.get("code") == "nonce_too_low":
                # Taken by a validator that was killed before it could say so.
                self.accepted[wire.hash_of(waiting[sender])] = waiting[sender]
            else:
                continue
            self.nonces[sender] += 1
            waiting[sender] = None

    def lost_disk(self, validator):
        self.may_be_lost |= {sent for sent, one in list(self.taken_by.items()) if one is validator}


class Campaign:
    def __init__(self, cluster, seed, load, say=print, disk=None):
        self.cluster, self.random, self.load, self.say = cluster, random.Random(seed), load, say
        self.disk = disk  # with the home of the last validator
        self.done, self.rules = 0, 1

    def faults(self):
        cuts = [self.cut_one_off, self.cut_in_halves, self.cut_to_a_ring, self.cut_one_way]
        return [self.kill_one, self.kill_all, self.kill_while_it_replays, self.pause, self.fail_at_a_step, self.torn_log,
                self.from_nothing, self.other_powers, self.leave_and_return, self.upgrade, *(cuts if self.cluster.network else []), *([self.full_disk] if self.disk else [])]

    def one(self):
        return self.random.choice(self.cluster.validators)

    def kill_one(self):
        one = self.one()
        one.kill()
        time.sleep(self.random.random() * 2)
        one.start()

    def kill_all(self):
        for one in self.cluster.validators:
            one.kill()
        self.cluster.start_all()

    def kill_while_it_replays(self):
        one = self.one()
        one.kill()
        time.sleep(1)
        for _ in range(2):
            one.start(wait=False)
            time.sleep(self.random.random())
            one.kill()
        one.start()

    def pause(self):
        one = self.one()
        one.process.send_signal(signal.SIGSTOP)
        time.sleep(self.random.choice([1, 3, 15]))
        one.process.send_signal(signal.SIGCONT)

    def fail_at_a_step(self):
        """CometBFT ends itself at one of its steps of making a block durable."""
        one = self.one()
        one.kill()
        one.start(env={"FAIL_TEST_INDEX": str(self.random.randrange(FAILURE_POINTS))}, wait=False)
        one.wait_end()
        one.start()

    def torn_log(self):
        """The end of CometBFT's write-ahead log is lost, as where the power went."""
        one = self.one()
        one.kill()
        path = one.home / "data/cs.wal/wal"
        size = path.stat().st_size
        with open(path, "r+b") as file:
            file.truncate(max(0, size - self.random.randrange(1, 200)))
        one.start()

    def from_nothing(self):
        """Chain and blocks are lost, the keys and what was signed are not: all blocks come from the others."""
        one = self.one()
        one.kill()
        one.lose_chain()
        self.load.lost_disk(one)
        one.start()

    def full_disk(self):
        """The validator ends by itself."""
        one = self.cluster.validators[-1]
        self.disk.fill(self.random.choice([0, 4096, 50_000]))
        status = one.wait_end()
        assert status in (70, 74), f"exit {status}: {one.said()}"
        self.disk.make_room()
        one.start()

    def instruct(self, system):
        """A system instruction in a block; the height."""
        answer = self.one().ok({"system": system}, GOVERNOR)
        return int(answer["height"])

    def set_power(self, validator, power):
        return self.instruct({"set_validator": {"pub_key": "0x" + key_of(validator)[0].hex(), "power": power}})

    def other_powers(self):
        for one in self.random.sample(self.cluster.validators, 2):
            height = self.set_power(one, self.random.randrange(1, 4))
        self.cluster.until_height(height + 3, SECONDS_TO_GO_ON)

    def leave_and_return(self):
        """One is no validator for some blocks, and is killed meanwhile, or not."""
        one = self.one()
        self.cluster.until_height(self.set_power(one, 0) + 3, SECONDS_TO_GO_ON)
        if self.random.random() < 0.5:
            one.kill()
            one.start()
        self.set_power(one, self.random.randrange(1, 4))

    def upgrade(self):
        """Another version of the rules: every validator is started anew with a program that knows it, then it comes."""
        self.rules += 1
        for one in self.cluster.validators:
            assert one.stop() == 0, one.said()
            path = one.home / "config/lariat.json"
            path.write_text(json.dumps({**json.loads(path.read_text()), "rules": [1, self.rules]}))
            one.start()
            self.cluster.until_height(one.height() + 1, SECONDS_TO_GO_ON)
        at = self.one().height() + 8
        self.instruct({"plan_version": [at, self.rules]})
        self.cluster.until_height(at + 1, SECONDS_TO_GO_ON)
        for one in self.cluster.validators:
            version = one.rpc(f"/block?height={at}")["block"]["header"]["version"]["app"]
            assert version == str(self.rules), f"block {at} has rules {version}, wanted {self.rules}"

    def cut(self, directions):
        self.cluster.network.cut(directions)
        time.sleep(self.random.choice([1, 5, 15]))
        self.cluster.network.heal()

    def shuffled(self):
        return self.random.sample(range(4), 4)

    def cut_one_off(self):
        one, *others = self.shuffled()
        self.cut(between([one], others))

    def cut_in_halves(self):
        order = self.shuffled()
        self.cut(between(order[:2], order[2:]))

    def cut_to_a_ring(self):
        self.cut(ring(*self.shuffled()))

    def cut_one_way(self):
        """One is not heard, by one of the others or by all."""
        one, *others = self.shuffled()
        self.cut([(one, other) for other in others[:self.random.choice([1, 3])]])

    def fault(self, what=None):
        """Brings one about and waits until everyone is 2 blocks above where anyone was."""
        fault = what or self.random.choice(self.faults())
        before = max(one.height() for one in self.cluster.running())
        fault()
        # From nothing, a busy machine may leave block sync early and then fetch a block or two a second.
        seconds = SECONDS_TO_GO_ON + (2 * before if fault.__name__ == "from_nothing" else 0)
        heights = self.cluster.until_height(before + 2, seconds)
        self.cluster.same_blocks(range(max(1, before - 3), min(heights) + 1))
        self.done += 1
        self.say(f"{fault.__name__}: all are at block {min(heights)}")

    def settle(self):
        """Every accepted transaction must be included. Nobody sends one again but where the disk of the validator that
        took it is lost."""
        self.load.ends.set()
        self.load.join()
        first, waiting = self.cluster.validators[0], dict(self.load.accepted)
        end = time.monotonic() + SECONDS_TO_GO_ON
        while waiting:
            for sent, raw in list(waiting.items()):
                answer = first.get(f"/v1/transactions/{sent}")
                if answer.status == 200 and answer.json["status"] == "included":
                    del waiting[sent]
                    end = time.monotonic() + SECONDS_TO_GO_ON
                elif sent in self.load.may_be_lost:
                    self.load.post(raw)
            assert time.monotonic() < end, f"accepted and in no block: {self.about(waiting)}"
            time.sleep(0.2)
        self.cluster.until_height(first.height() + 1)

    def about(self, waiting):
        """What each validator says about the first transaction of each sender that waits, and about the next nonces."""
        out = {}
        for sent in list(waiting)[:5]:
            out[sent] = [one.get(f"/v1/transactions/{sent}").body[:400] for one in self.cluster.running()]
        accounts = [self.cluster.validators[0].good(f"/v1/accounts/{wire.address_of(key)}") for key in SENDERS]
        return out, accounts


def blocks_of(validator):
    """What the archive of a stopped validator has, as texts, by height."""
    with sqlite3.connect(f"file:{validator.home}/lariat/archive.sqlite?mode=ro", uri=True) as archive:
        known = archive.execute("SELECT known FROM packing").fetchone()[0]
        rows = archive.execute("SELECT height, packed, lists FROM block ORDER BY height").fetchall()
    return {height: unpack(packed, known)[:-1] + "," + lists + "}" for height, packed, lists in rows}


def check_archives(validators, accepted):
    """The independent check: archives byte by byte, exits, and the blocks run again. Returns the height."""
    archives = [blocks_of(one) for one in validators]
    top = min(max(archive) for archive in archives)
    exits, included = {}, []
    for height in range(top + 1):
        texts = {archive[height] for archive in archives}
        assert len(texts) == 1, f"block {height} differs between archives"
        block = json.loads(texts.pop())
        included += block["txs"] if height else []
        for row in block["exits"]:
            exits.setdefault(row.get("timer") or row.get("id"), []).append(height)
    twice = {name: at for name, at in exits.items() if len(at) != 1}
    assert not twice, f"with several exits: {twice}"
    assert len(included) == len(set(included)), "a transaction is in two blocks"
    missing = set(accepted) - set(included)
    assert not missing, f"accepted and in no block: {missing}"
    for one in validators:
        for height, line in one.replayed().items():
            if height > top:
                continue
            block = json.loads(archives[0][height])
            for key in ("state_root", "live", "operations"):
                assert block[key] == line[key], f"block {height}: {key} is {block[key]} in the archive, {line[key]} by replay"
            assert len(block["fired"]) == len(line["fired"]), f"block {height}: other fires by replay"
    return top


def run(seed, faults, say=print, is_root=False):
    """Faults on nets of at most 50 faults each; returns how many there were. Cuts of the network and a full disk are among
    them only for root."""
    done = 0
    while done < faults:
        draw = random.Random(f"{seed} {done}")
        genesis = net.genesis_of(actors=DEPLOYED, config=draw.choice(CONFIGS))
        with contextlib.ExitStack() as ending:
            network = ending.enter_context(Network(4)) if is_root else None
            disk = ending.enter_context(SmallDisk()) if is_root else None
            cluster = ending.enter_context(Net(genesis=genesis, network=network, start=False))
            if disk:
                disk.take(cluster.validators[-1].home)
            cluster.start_all()
            load = Load(cluster, draw.random())
            campaign = Campaign(cluster, draw.random(), load, say, disk)
            cluster.until_height(2)
            load.start()
            order = campaign.faults()  # each once, then by chance
            draw.shuffle(order)
            for _ in range(min(50, faults - done)):
                campaign.fault(order.pop() if order else None)
            campaign.settle()
            for one in cluster.validators:
                assert one.stop() == 0, one.said()
            top = check_archives(cluster.validators, load.accepted)
            say(f"{campaign.done} faults, {len(load.accepted)} transactions, {top} blocks: the same in all archives and by replay")
            done += campaign.done
    return done
