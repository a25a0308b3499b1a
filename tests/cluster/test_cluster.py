"""Four validators as processes: the same blocks everywhere, through kills, restarts and two ways of running the chain."""
import base64
import json
import shutil
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

import net
from net import LARIAT, Net, wire

ACTOR = "0x" + "c1" * 20
ALICE, BOB = (wire.address_of(key) for key in wire.DEV_KEYS[:2])
# Wakes itself every second block.
BEAT = """import pvm_host
from cowboy_sdk import only_self


class Beat:
    def start(self, payload):
        self.storage["beats"] = 0
        self._set()

    @only_self
    def handle_timer(self, payload):
        self.storage["beats"] = self.storage["beats"] + 1
        pvm_host.emit_event("beat", str(self.storage["beats"]).encode())
        self._set()

    def _set(self):
        pvm_host.schedule_timer_ex(pvm_host.block_height() + 2, b"", gas_limit=50_000)
"""
GENESIS = net.genesis_of(actors=[{"address": ACTOR, "owner": ALICE, "balance": "1000000000000", "python": BEAT}])


def pay(validator, nonce, key=wire.DEV_KEYS[0], to=BOB):
    """Posts a payment; its hash."""
    raw = wire.signed({"transfer": {"to": to, "amount": "5"}, "nonce": nonce}, key, "lariat-test")
    answer = validator.post("/v1/transactions", {"raw": "0x" + raw.hex()})
    assert answer.status == 202, answer
    return answer.json["hash"]


def replayed_roots(validator):
    return {height: line["state_root"] for height, line in validator.replayed().items()}


@unittest.skipIf(net.why_not(), net.why_not())
class ClusterTest(unittest.TestCase):
    def start_beat(self, validator):
        answer = validator.ok({"call": {"actor": ACTOR, "handler": "start"}})
        return int(answer["height"])

    def test_CLU29_CLU31_all_have_the_same_blocks_and_a_replay_too(self):
        with Net(genesis=GENESIS) as cluster:
            first = cluster.validators[0]
            cluster.until_height(2)
            begun = self.start_beat(first)
            hashes = [pay(cluster.validators[n % 4], n, wire.DEV_KEYS[1], ALICE) for n in range(20)]
            last = cluster.validators[19 % 4].good(f"/v1/transactions/{hashes[19]}?wait=30000")
            self.assertEqual(last["status"], "included", last)
            heights = cluster.until_height(max(begun + 9, int(last["height"])))
            cluster.same_blocks(range(min(heights) + 1))
            for sent in hashes:
                self.assertEqual(first.good(f"/v1/transactions/{sent}")["receipt"]["status"], "ok")
            fires = first.good("/v1/fires?order=asc")["items"]
            self.assertGreaterEqual(len(fires), 3)
            self.assertEqual({fire["status"] for fire in fires}, {"ok"})
            roots = {height: first.root_at(height) for height in range(1, min(heights) + 1)}
            for one in cluster.validators:
                self.assertEqual(one.stop(), 0, one.said())
            for one in cluster.validators:
                again = replayed_roots(one)
                self.assertEqual({height: again[height] for height in roots}, roots)

    def test_CLU25_killed_validator_comes_back_by_itself(self):
        with Net(genesis=GENESIS) as cluster:
            first, last = cluster.validators[0], cluster.validators[3]
            cluster.until_height(2)
            self.start_beat(first)
            last.kill()
            height = cluster.until_height(first.height() + 6)[0]
            pay(first, 1)
            last.start()
            cluster.until_height(height + 4)
            cluster.same_blocks(range(1, height + 4))
            # All at once: what was accepted before is not lost.
            sent = pay(first, 2)
            for one in cluster.validators:
                one.kill()
            cluster.start_all()
            tx = first.good(f"/v1/transactions/{sent}?wait=30000")
            self.assertEqual(tx["status"], "included")
            cluster.until_height(int(tx["height"]) + 2)
            cluster.same_blocks(range(1, int(tx["height"]) + 2))

    def test_CLU30_a_killed_validator_keeps_what_it_accepted(self):
        """The others have never heard of it: they do not run when it is posted."""
        with Net(genesis=GENESIS) as cluster:
            alone, *others = cluster.validators
            cluster.until_height(2)
            for one in others:
                one.kill()
            sent = [pay(alone, nonce) for nonce in range(20)]
            alone.kill()
            cluster.start_all(others)
            height = cluster.until_height(others[0].height() + 2, among=others)[0]
            self.assertEqual({one.get(f"/v1/transactions/{sent[0]}").status for one in others}, {404})
            alone.start()
            for tx in sent:  # nobody sends them again
                self.assertEqual(alone.good(f"/v1/transactions/{tx}?wait=30000")["status"], "included")
            cluster.until_height(height + 4)
            cluster.same_blocks(range(1, height + 4))

    def test_CLU2_socket_and_process_give_the_same(self):
        with Net(genesis=GENESIS, start=False) as cluster:
            remote = cluster.validators[3]
            remote.socket_path = str(cluster.folder / "app.sock")
            for one in cluster.validators:
                one.start()
            inside = cluster.validators[:3]
            cluster.until_height(2, among=inside)
            self.start_beat(inside[0])
            nonce = 1
            for nonce in range(1, 8):
                pay(inside[nonce % 3], nonce)
            cluster.until_height(inside[0].height() + 6, among=inside)
            roots = {height: inside[0].root_at(height) for height in range(1, inside[0].height())}
            for one in cluster.validators:
                self.assertEqual(one.stop(), 0, one.said())
            again = replayed_roots(remote)
            self.assertGreater(len(again), 5)
            shared = set(again) & set(roots)
            self.assertGreater(len(shared), 5)
            self.assertEqual({h: again[h] for h in shared}, {h: roots[h] for h in shared})

    def test_CLU26_no_start_without_what_was_signed(self):
        with Net(genesis=GENESIS) as cluster:
            one = cluster.validators[0]
            cluster.until_height(2)
            one.stop()
            (one.home / "data/priv_validator_state.json").unlink()
            one.start(wait=False)
            self.assertEqual(one.wait_end(), 2)
            self.assertIn("priv_validator_state.json is missing beside blocks", one.said())

    def test_CLU23_chain_ahead_of_the_engine_goes_back(self):
        with Net(genesis=GENESIS) as cluster:
            one = cluster.validators[1]
            cluster.until_height(3)
            one.stop()
            kept = cluster.folder / "kept"
            shutil.copytree(one.home / "data", kept)
            one.start()
            height = cluster.until_height(8)[0]
            one.stop()
            shutil.copy(one.home / "data/priv_validator_state.json", kept)
            shutil.rmtree(one.home / "data")
            shutil.copytree(kept, one.home / "data")
            one.start()
            cluster.until_height(height + 3)
            self.assertIn("going back to block", one.said())
            cluster.same_blocks(range(1, height + 3))

    def test_CLU24_CLU5_another_root_stops_the_node_and_is_kept(self):
        with Net(genesis=GENESIS, start=False) as cluster:
            odd = cluster.validators[2]
            path = odd.home / "config/genesis.json"
            document = json.loads(path.read_text())
            document["app_state"]["accounts"][2]["balance"] = "7"
            path.write_text(json.dumps(document))
            for one in cluster.validators:
                one.start()
            self.assertEqual(odd.wait_end(), 70)
            report = json.loads(next((odd.home / "divergence").iterdir()).read_text())
            self.assertNotEqual(report["root_here"], report["root_of_the_others"])
            self.assertEqual("0x" + report["root_of_the_others"], cluster.validators[0].root_at(report["height"]))
            cluster.until_height(4)  # the others go on

    def test_CLU4_pool_and_dev_verbs(self):
        with Net(genesis=GENESIS) as cluster:
            first, second = cluster.validators[:2]
            cluster.until_height(2)
            self.assertEqual(first.post("/v1/dev/mine", {}).json["code"], "not_dev")
            # A nonce too early waits, here and, by gossip, at the others; what fills the gap brings both in.
            late = pay(first, 1)
            self.assertEqual(first.good(f"/v1/transactions/{late}")["waits_for"], "nonce")
            second.until(lambda: second.get(f"/v1/transactions/{late}").status == 200)
            pay(second, 0)
            self.assertEqual(first.good(f"/v1/transactions/{late}?wait=20000")["status"], "included")
            # Refused as by a node of its own; 64 nonces may wait.
            raw = wire.signed({"transfer": {"to": BOB, "amount": "5"}, "nonce": 66}, wire.DEV_KEYS[0], "lariat-test")
            self.assertEqual(first.post("/v1/transactions", {"raw": "0x" + raw.hex()}).json["code"], "nonce_gap")
            # A dry run is a forked child of a process in which Go runs.
            for _ in range(3):
                answer = first.post("/v1/simulate", {"tx": {"from": ALICE, "transfer": {"to": BOB, "amount": "1"}}, "blocks": 3})
                self.assertEqual(answer.status, 200, answer)
                self.assertEqual(answer.json["receipt"]["status"], "ok")
                self.assertEqual(len(answer.json["results"]), 3)
            status = first.good("/v1/status")
            self.assertEqual(status["mining"]["mode"], "interval")
            self.assertFalse(status["dev"])

    def test_CLU14_what_cannot_run_yet_stops_nobody(self):
        """More than a block's cycles wait behind a missing nonce, at the front of every list."""
        with Net(genesis=GENESIS) as cluster:
            first, second, *_ = cluster.validators
            waiting = [pay(first, nonce) for nonce in range(1, 61)]
            other = pay(second, 0, key=wire.DEV_KEYS[1])
            self.until_included(cluster, [other])
            self.assertEqual({"queued"}, {first.good(f"/v1/transactions/{tx}")["status"] for tx in waiting})
            self.until_included(cluster, [pay(second, 0), *waiting])

    def test_CLU14_nonces_that_come_in_descending_order_stop_nobody(self):
        with Net(genesis=GENESIS) as cluster:
            first, second, *_ = cluster.validators
            sent = [pay(first, nonce) for nonce in reversed(range(50))]
            self.until_included(cluster, [pay(second, 0, key=wire.DEV_KEYS[1]), *sent])

    def until_included(self, cluster, txs):
        for tx in txs:
            for one in cluster.validators:
                one.until(lambda one=one, tx=tx: (answer := one.get(f"/v1/transactions/{tx}")).status == 200
                          and answer.json["status"] == "included", seconds=net.SECONDS_MAX)

    def test_CLU14_CLU30_those_that_wait_for_a_nonce_hold_nobody_up(self):
        """CometBFT hands over only as many of its first transactions as its max_gas allows."""
        with Net(genesis=GENESIS, nodes=1) as cluster:
            one = cluster.validators[0]
            cluster.until_height(2)
            early = [pay(one, nonce) for nonce in range(1, 31)]
            other = pay(one, 0, wire.DEV_KEYS[1], ALICE)
            self.assertEqual(one.good(f"/v1/transactions/{other}?wait=20000")["status"], "included")
            pay(one, 0)
            for sent in early:
                self.assertEqual(one.good(f"/v1/transactions/{sent}?wait=20000")["status"], "included")

    def test_CLU21_CLU22_a_node_joins_by_state_sync(self):
        with Net(genesis=GENESIS, snapshot_every=10) as cluster:  # a snapshot stays for as long as it takes
            joins, first = cluster.validators[3], cluster.validators[0]
            cluster.until_height(2)
            self.start_beat(first)
            joins.stop()
            joins.lose_chain()
            cluster.until_height(max(first.height() + 10, 12))
            joins.set_state_sync(first, cluster.validators[1])
            joins.start()
            height = cluster.until_height(first.height() + 12)[0]
            self.assertGreater(int(joins.good("/v1/status")["oldest_block"]), 3)
            self.assertEqual(joins.root_at(height), first.root_at(height))

    def test_CLU9_CLU12_CLU13_CLU18_CLU20_what_the_engine_sees(self):
        """One validator alone: what it shares with the engine needs no others."""
        with Net(genesis=GENESIS, nodes=1, start=False) as cluster:
            one = cluster.validators[0]
            one.set_options(retain_blocks=2)
            document = json.loads((one.home / "config/genesis.json").read_text())
            document["consensus_params"]["evidence"]["max_age_num_blocks"] = "25"
            (one.home / "config/genesis.json").write_text(json.dumps(document))
            one.start()
            cluster.until_height(8)  # nobody sends anything
            height = one.height()
            cluster.until_height(height + 1)
            for at in range(height - 2, height):
                header = one.rpc(f"/header?height={at + 1}")["header"]
                self.assertEqual("0x" + header["app_hash"].lower(), one.root_at(at))
            block = one.rpc("/consensus_params")["consensus_params"]["block"]
            self.assertEqual(block["max_bytes"], str(4 << 20))
            self.assertGreater(int(block["max_gas"]), 500_000)
            # A proof of the last height, under the header of the next one.
            asked = "0x" + json.dumps({"height": 1_000}).encode().hex()
            answer = one.rpc(f'/abci_query?path="proof"&data={asked}&prove=true')["response"]
            at = int(answer["height"])
            self.assertEqual(answer["proofOps"]["ops"][0]["type"], "lariat:claims:v1")
            proof = cluster.folder / "proof.json"
            proof.write_bytes(base64.b64decode(answer["value"]))
            cluster.until_height(at + 1)
            one.until(lambda: int(one.rpc("/status")["sync_info"]["latest_block_height"]) > at)
            root = "0x" + one.rpc(f"/header?height={at + 1}")["header"]["app_hash"].lower()
            for given, status in ((root, 0), ("0x" + "11" * 32, 1)):
                done = subprocess.run([LARIAT, "verify", str(proof), given], capture_output=True, check=False)
                self.assertEqual(done.returncode, status, done.stderr)
            # Pruned, but not what evidence can be about.
            one.until(lambda: int(one.rpc("/status")["sync_info"]["earliest_block_height"]) > 3)
            known = one.rpc("/status")["sync_info"]
            self.assertGreaterEqual(int(known["latest_block_height"]) - int(known["earliest_block_height"]), 24)

    def test_CLU28_one_command_runs_four(self):
        address, port = net.free_place()
        with tempfile.TemporaryDirectory(prefix="lariat-cluster-") as folder:
            command = [net.COMET, "up", "--dir", folder, "--address", address, "--port", str(port), "--block-time", "200ms"]
            up = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
            try:
                said = []
                for line in up.stdout:
                    said.append(line)
                    if "fires 1 1 1 1" in line:
                        break
                self.assertTrue(any("ready: all are at height" in line for line in said), said)
                for arguments, status in ((["kill", "2"], 0), (["kill", "9"], 2), (["logs", "2"], 0), (["pause", "1"], 0),
                                          (["resume", "1"], 0)):
                    done = subprocess.run([net.COMET, *arguments, "--dir", folder], capture_output=True, check=False, timeout=60)
                    self.assertEqual(done.returncode, status, (arguments, done.stderr))
                for line in up.stdout:
                    said.append(line)
                    if "n2 has ended" in line:
                        break
                for line in up.stdout:  # three of four go on
                    if line.count("0x") == 3:
                        break
                self.assertFalse([line for line in said if "DIFFERENT" in line])
                up.send_signal(signal.SIGINT)
                rest = up.stdout.read()
                self.assertEqual(up.wait(timeout=60), 0, rest)
                self.assertIn("all validators have ended", rest)
                done = subprocess.run([net.COMET, "reset", "--dir", folder], capture_output=True, check=False, timeout=60)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual([path.name for path in Path(folder).iterdir()], [])
            finally:
                if up.poll() is None:
                    subprocess.run([net.COMET, "down", "--dir", folder], capture_output=True, check=False, timeout=60)
                    up.kill()
                up.stdout.close()
                up.wait()

    def test_CLU25_a_fault_of_the_runtime_ends_by_a_signal_and_the_validator_comes_back(self):
        # Go ends with 2 on a panic or SIGQUIT, and here 2 is a wrong setting, after which nobody starts it again.
        with Net(genesis=net.genesis_of()) as cluster:
            one = cluster.validators[2]
            height = cluster.until_height(2)[0]
            one.process.send_signal(signal.SIGQUIT)
            # Of a panic it is SIGABRT. Of SIGQUIT, which of Go's threads is first decides.
            self.assertIn(one.wait_end(), (-signal.SIGQUIT, -signal.SIGABRT))
            self.assertIn("goroutine", one.said())
            one.start()
            cluster.until_height(height + 2)

    def test_CLU25_a_validator_ends_in_good_order(self):
        with Net(genesis=GENESIS, nodes=1) as cluster:
            cluster.until_height(2)
            self.assertEqual(cluster.validators[0].stop(signal.SIGINT), 0)


if __name__ == "__main__":
    unittest.main()
