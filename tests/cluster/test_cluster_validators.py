"""System instructions change the validators and the version of the rules of a running cluster."""
import base64
import json
import subprocess
import unittest

import net
from equivocation import accuse, key_of
from net import LARIAT, Net

PAYEE = "0x" + "99" * 20


def members(validator, height):
    """Power of each member of the set at a height, by public key."""
    return {entry["pub_key"]["value"]: int(entry["voting_power"]) for entry in validator.rpc(f"/validators?height={height}")["validators"]}


@unittest.skipIf(net.why_not(), net.why_not())
class ClusterValidatorsTest(unittest.TestCase):
    def instruct(self, validator, system):
        return int(validator.ok({"system": system})["height"])

    def govern(self, validator, *words):
        """The same by the command; the height of the transaction."""
        done = subprocess.run([LARIAT, "gov", *words, "--from", "dev:0", "--node", f"http://{validator.host}:{validator.port}", "--json"],
                              capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return int(json.loads(done.stdout)["height"])

    def public(self, validator):
        return "0x" + key_of(validator)[0].hex()

    def test_CLU17_CLU7_instructions_change_powers_and_payees(self):
        with Net(genesis=net.genesis_of()) as cluster:
            first, second, _, last = cluster.validators
            cluster.until_height(2)
            gone = self.instruct(first, {"set_validator": {"pub_key": self.public(last), "power": 0}})
            cluster.until_height(gone + 3)
            self.assertEqual([len(members(first, gone + n)) for n in (1, 2)], [4, 3])
            heavy = self.govern(first, "validator", base64.b64encode(key_of(second)[0]).decode(), "5", "--payee", PAYEE)
            back = self.instruct(second, {"set_validator": {"pub_key": self.public(last), "power": 2}})
            cluster.until_height(max(heavy, back) + 12)
            self.assertEqual(sorted(members(first, back + 2).values()), [1, 1, 2, 5])
            proposers = {first.good(f"/v1/blocks/{height}")["proposer"] for height in range(heavy + 1, back + 12)}
            self.assertIn(PAYEE, proposers)
            self.assertIn("0x" + key_of(last)[1].hex(), {first.good(f"/v1/blocks/{h}")["proposer"] for h in range(1, back + 12)})
            # 5 of 9 is no majority of two thirds: without the heavy one no height follows.
            second.kill()
            height = first.height()
            with self.assertRaises(AssertionError):
                cluster.until_height(height + 3, seconds=5)
            second.start()
            cluster.until_height(height + 3)
            cluster.same_blocks(range(1, height + 3))
            roots = {h: first.root_at(h) for h in range(1, height + 3)}
            self.assertEqual(first.stop(), 0, first.said())
            again = first.replayed()
            self.assertEqual({h: again[h]["state_root"] for h in roots}, roots)

    def test_CLU17_a_new_machine_joins_as_the_page_says_and_proposes(self):
        with Net(genesis=net.genesis_of()) as cluster:
            first = cluster.validators[0]
            cluster.until_height(2)
            new = cluster.add_home()
            cluster.make_known(new)
            cluster.validators.append(new.start())
            cluster.until_height(first.height())
            self.assertEqual(len(members(first, first.height())), 4)
            given = self.govern(first, "validator", base64.b64encode(key_of(new)[0]).decode(), "1")
            cluster.until_height(given + 14)
            self.assertEqual(len(members(new, given + 2)), 5)
            self.assertIn("0x" + key_of(new)[1].hex(), {new.good(f"/v1/blocks/{h}")["proposer"] for h in range(given + 2, given + 14)})
            cluster.same_blocks(range(1, given + 14))

    def test_CLU17_who_signs_twice_loses_its_power(self):
        with Net(genesis=net.genesis_of()) as cluster:
            first, *_, last = cluster.validators
            cluster.until_height(3)
            accuse(last, first, "lariat-test", 2)
            height = cluster.until_height(4)[0]
            while len(members(first, height)) == 4:
                height = cluster.until_height(height + 1)[0]
                self.assertLess(height, 60, "the evidence came into no block")
            self.assertNotIn(key_of(last)[0], members(first, height))
            cluster.until_height(height + 2)
            cluster.same_blocks(range(1, height + 2))
            roots = {h: first.root_at(h) for h in range(1, height + 2)}
            self.assertEqual(first.stop(), 0, first.said())
            again = first.replayed()  # the trace says who was accused
            self.assertEqual({h: again[h]["state_root"] for h in roots}, roots)

    def test_CLU19_an_upgrade_at_a_height_stops_old_programs_and_new_ones_go_on(self):
        with Net(genesis=net.genesis_of()) as cluster:
            first, *rest = cluster.validators
            cluster.until_height(2)
            newer = json.dumps({**json.loads((first.home / "config/lariat.json").read_text()), "rules": [1, 2]})
            self.assertEqual(first.stop(), 0)  # the first gets the new program before the height, the others too late
            (first.home / "config/lariat.json").write_text(newer)
            first.start()
            cluster.until_height(first.height() + 3)  # it has its peers again
            at = first.height() + 10
            self.instruct(first, {"plan_version": [at, 2]})
            for one in rest:
                self.assertEqual(one.wait_end(), 2, one.said())
                self.assertIn("install a newer lariat", one.said())
            for one in rest:
                one.start(wait=False)
                self.assertEqual(one.wait_end(), 2, one.said())  # and again, before it does anything
            for one in rest:
                own = json.loads((one.home / "config/lariat.json").read_text())
                (one.home / "config/lariat.json").write_text(json.dumps({**own, "rules": [1, 2]}))
                one.start()
            cluster.until_height(at + 2)
            versions = [first.rpc(f"/block?height={h}")["block"]["header"]["version"].get("app") for h in (at - 1, at)]
            self.assertEqual(versions, ["1", "2"])
            cluster.same_blocks(range(1, at + 2))


if __name__ == "__main__":
    unittest.main()
