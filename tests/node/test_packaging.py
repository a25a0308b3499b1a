"""The example configuration and the unit of packaging/: the node takes what they say."""
import shutil
import subprocess
import tempfile
import tomllib
import unittest
from pathlib import Path

from process import LARIAT, ROOT, Node

PACKAGING = ROOT / "packaging"
HARDENING = ("NoNewPrivileges", "ProtectSystem", "ProtectHome", "PrivateTmp", "PrivateDevices", "DynamicUser", "CapabilityBoundingSet", "SystemCallFilter",
             "RestrictAddressFamilies", "MemoryDenyWriteExecute", "RestrictNamespaces", "UMask")


class Packaging(unittest.TestCase):
    def test_a_node_starts_with_the_example_configuration(self):
        with tempfile.TemporaryDirectory() as folder:
            with Node("--config", str(PACKAGING / "lariat.toml"), "--genesis", str(PACKAGING / "genesis.json"), "--data", folder + "/data") as node:
                self.assertEqual(("example", False), (node.first["chain_id"], node.first["dev"]))
                self.assertEqual(200, node.ask("GET", "/v1/status", headers={"Host": "chain.example"}).status)
                self.assertEqual("not_dev", node.post("/v1/dev/mine", {}).json["code"])
                node.until(lambda: node.good("/v1/status")["height"] > 0)

    def test_the_example_names_no_setting_that_is_none(self):
        printed = subprocess.run([LARIAT, "node", "--print-config", "--config", str(PACKAGING / "lariat.toml")], capture_output=True, text=True, check=True)
        inside = tomllib.loads((PACKAGING / "lariat.toml").read_text(encoding="utf-8"))
        in_force = tomllib.loads(printed.stdout)
        self.assertEqual(inside, {key: in_force[key] for key in inside})

    def test_the_unit_starts_the_node_with_settings_that_exist_and_is_hardened(self):
        lines = (PACKAGING / "lariat.service").read_text(encoding="utf-8").splitlines()
        keys = dict(line.split("=", 1) for line in lines if line and line[0] not in "#[")
        program, *arguments = keys["ExecStart"].split()
        self.assertEqual("/usr/local/bin/lariat", program)
        self.assertEqual("/var/lib/" + keys["StateDirectory"], arguments[arguments.index("--data") + 1])
        arguments[arguments.index("--config") + 1] = str(PACKAGING / "lariat.toml")
        done = subprocess.run([LARIAT, *arguments, "--print-config"], capture_output=True, text=True, check=False)
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertLessEqual(set(HARDENING), set(keys))
        self.assertEqual("2 3 74", keys["RestartPreventExitStatus"])
        self.assertGreater(int(keys["TimeoutStopSec"]), 10)
        if shutil.which("systemd-analyze"):
            with tempfile.TemporaryDirectory() as folder:
                unit = Path(folder) / "lariat.service"
                unit.write_text("\n".join(lines).replace(program, LARIAT) + "\n", encoding="utf-8")
                done = subprocess.run(["systemd-analyze", "verify", "--man=no", str(unit)], capture_output=True, text=True, check=False)
                self.assertEqual("", done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
