"""Key files: exchanged with eth-account's own code both ways, the vectors of the standard, and nothing that leaks."""
import json
import os
import stat
import subprocess
import tempfile
import unittest
from pathlib import Path

from client import LARIAT, ROOT, Client, Terminal, environment, on_terminal, run

import wire

FETCHED = "build/eth"
PASSWORD, KEY = "correct horse", "0x7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d"
# The two vectors of Web3 Secret Storage: password testpassword, key KEY. They do not state the address.
VECTORS = {
    "pbkdf2": {"crypto": {"cipher": "aes-128-ctr", "cipherparams": {"iv": "6087dab2f9fdbbfaddc31a909735c1e6"},
                          "ciphertext": "5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46", "kdf": "pbkdf2",
                          "kdfparams": {"c": 262144, "dklen": 32, "prf": "hmac-sha256",
                                        "salt": "ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd"},
                          "mac": "517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2"},
               "id": "3198bc9c-6672-5ab3-d995-4942343ae5b6", "version": 3},
    "scrypt": {"crypto": {"cipher": "aes-128-ctr", "cipherparams": {"iv": "83dbcc02d8ccb40e466191a123791e0e"},
                          "ciphertext": "d172bf743a674da9cdad04534d56926ef8358534d458fffccd4e6ad2fbde479c", "kdf": "scrypt",
                          "kdfparams": {"dklen": 32, "n": 262144, "r": 1, "p": 8,
                                        "salt": "ab0c7876052600dd703518d6fc3fe8984592145b591fc8fb5c6d43190334ba19"},
                          "mac": "2103ac29920d71da29f15d75b4a16dbe95cfd7ff8faea1056c33131d846e3097"},
               "id": "3198bc9c-6672-5ab3-d995-4942343ae5b6", "version": 3}}


class Keys(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.keys = self.folder / ".lariat/keys"
        self.env = environment(home=self.folder)
        (self.folder / "password").write_text(PASSWORD + "\n", encoding="utf-8")
        (self.folder / "vectors").write_text("testpassword", encoding="utf-8")

    def run_(self, *arguments):
        return run(*arguments, env=self.env, cwd=self.folder)

    def new(self, name="ann"):
        done = self.run_("account", "new", name, "--password-file", "password", "--json")
        self.assertEqual(0, done.status, done)
        return done.json["address"]

    def eth(self, script, *arguments):
        """What eth-account prints."""
        subprocess.run([f"{ROOT}/tools/fetch_pypi.sh", "tests/cli/eth-requirements.txt", FETCHED], check=True, capture_output=True)
        done = subprocess.run([ROOT / FETCHED / "bin/python", "-c", script, *arguments], check=True, capture_output=True, text=True,
                              cwd=self.folder)
        return done.stdout.strip()

    def test_NODE42_eth_account_reads_what_we_write(self):
        address = self.new()
        key = self.eth("from eth_account import Account; import sys\n"
                       "with open(sys.argv[1]) as file: key = Account.decrypt(file.read(), sys.argv[2])\n"
                       "print('0x' + key.hex().removeprefix('0x'), Account.from_key(key).address.lower())", str(self.keys / "ann"), PASSWORD).split()
        self.assertEqual([address, address], [wire.address_of(key[0]), key[1]])
        self.assertEqual({"kdf": "scrypt", "cipher": "aes-128-ctr"},
                         {name: json.loads((self.keys / "ann").read_text(encoding="utf-8"))["crypto"][name] for name in ("kdf", "cipher")})

    def test_NODE42_we_read_what_eth_account_writes(self):
        for kdf in ("scrypt", "pbkdf2"):
            written = self.eth("from eth_account import Account; import json, sys\n"
                               "print(json.dumps(Account.encrypt(sys.argv[1], sys.argv[2], kdf=sys.argv[3])))", KEY, PASSWORD, kdf)
            (self.folder / kdf).write_text(written, encoding="utf-8")
            done = self.run_("account", "import", kdf, kdf, "--password-file", "password", "--json")
            self.assertEqual((0, wire.address_of(KEY)), (done.status, done.json["address"]), done)
            # A file laid into the folder counts too.
            (self.keys / f"UTC--2026--{kdf}").write_text(written, encoding="utf-8")
        names = [key["name"] for key in self.run_("account", "list", "--json").json]
        self.assertEqual(["UTC--2026--pbkdf2", "UTC--2026--scrypt", "pbkdf2", "scrypt"], names)

    def test_NODE42_the_vector_of_the_standard_holds(self):
        for name, vector in VECTORS.items():
            (self.folder / name).write_text(json.dumps(vector), encoding="utf-8")
        done = self.run_("account", "import", "pbkdf2", "pbkdf2", "--password-file", "vectors", "--json")
        self.assertEqual((0, wire.address_of(KEY)), (done.status, done.json["address"]), done)
        wrong = self.run_("account", "import", "other", "pbkdf2", "--password-file", "password")
        self.assertEqual(2, wrong.status, wrong)
        self.assertIn("the password is not that of the key file", wrong.err)
        # The standard's vector of scrypt has n of 2^18 with r of 1, which RFC 7914 does not allow; no program writes such files.
        odd = self.run_("account", "import", "scrypt", "scrypt", "--password-file", "vectors")
        self.assertEqual(2, odd.status, odd)
        self.assertIn("its scrypt has parameters that cannot be used", odd.err)

    def test_NODE42_files_are_for_their_owner_alone_and_never_replaced(self):
        self.new()
        self.assertEqual((0o700, 0o600), tuple(stat.S_IMODE(os.stat(path).st_mode) for path in (self.keys, self.keys / "ann")))
        before = (self.keys / "ann").read_bytes()
        again = self.run_("account", "new", "ann", "--password-file", "password")
        self.assertEqual((2, before), (again.status, (self.keys / "ann").read_bytes()))
        self.assertIn('there is a key "ann" already', again.err)
        for name in ("a/b", ".hidden", "0xab", "dev:0", "", "x" * 200):
            self.assertEqual(2, self.run_("account", "new", name, "--password-file", "password").status, name)
        self.assertEqual(["ann"], os.listdir(self.keys))

    def test_NODE42_a_typed_key_and_password_are_not_shown(self):
        terminal = Terminal(LARIAT, "account", "import", "typed", env=self.env)
        terminal.read("private key, 64 hex digits: ")
        terminal.type(KEY)
        for prompt in ("password for the key file: ", "the same again: "):
            terminal.read(prompt)
            terminal.type(PASSWORD)
        self.assertEqual(0, terminal.status(), terminal.seen)
        self.assertIn(wire.address_of(KEY), terminal.seen)
        for secret in (KEY, KEY[2:], PASSWORD):
            self.assertNotIn(secret, terminal.seen)
        status, shown = on_terminal("account", "list", env=self.env)
        self.assertEqual(0, status)
        self.assertIn("typed", shown)

    def test_NODE44_without_a_terminal_nothing_is_asked(self):
        for arguments in (["account", "new", "x"], ["account", "import", "x"]):
            done = self.run_(*arguments)
            self.assertEqual(2, done.status, done)
            self.assertIn("no terminal to ask on", done.err)
        self.assertFalse(self.keys.exists() and os.listdir(self.keys))

    def test_files_that_are_no_key_files_are_named_with_what_is_wrong(self):
        good = VECTORS["scrypt"]
        cases = {"it is no JSON object": "xyz", "its version is not 3": json.dumps({**good, "version": 1}),
                 "it has no object crypto": json.dumps({"version": 3}),
                 "its cipher is not": json.dumps({**good, "crypto": {**good["crypto"], "cipher": "aes-256-cbc"}}),
                 "neither scrypt nor pbkdf2": json.dumps({**good, "crypto": {**good["crypto"], "kdf": "argon2"}}),
                 "its mac has not 32 bytes": json.dumps({**good, "crypto": {**good["crypto"], "mac": "00"}}),
                 "a raw key is typed": KEY}
        for says, content in cases.items():
            (self.folder / "bad").write_text(content, encoding="utf-8")
            done = self.run_("account", "import", "x", "bad", "--password-file", "password")
            self.assertEqual(2, done.status, done)
            self.assertIn(says, done.err)
        greedy = json.loads(json.dumps(good))
        greedy["crypto"]["kdfparams"].update(n=1 << 40, r=8)
        (self.folder / "bad").write_text(json.dumps(greedy), encoding="utf-8")
        done = self.run_("account", "import", "x", "bad", "--password-file", "password")
        self.assertIn("parameters that cannot be used", done.err)


class Signing(Client):
    def test_NODE42_a_key_of_a_file_signs(self):
        (self.folder / "password").write_text(PASSWORD, encoding="utf-8")
        address = self.good("account", "new", "ann", "--password-file", "password", "--json").json["address"]
        self.good("transfer", "ann", "1cby")
        self.assertEqual("1000000000", self.good("account", "show", "ann", "--json").json["balance"])
        sent = self.good("transfer", "dev:1", "5", "--from", "ann", "--password-file", "password", "--json").json
        self.assertEqual(address, sent["from"])
        sent = self.good("transfer", "dev:1", "5", "--password-file", "password", "--json", env={"LARIAT_FROM": "ann"}).json
        self.assertEqual(address, sent["from"])
        self.ends(2, "transfer", "dev:1", "5", "--from", "ann", says="give --password-file FILE")
        self.ends(2, "transfer", "dev:1", "5", "--from", "ben", "--password-file", "password", says='there is no key "ben"')
        terminal = Terminal(LARIAT, "transfer", "dev:1", "5", "--from", "ann", env=self.env)
        terminal.read("password of ann: ")
        terminal.type(PASSWORD)
        self.assertEqual(0, terminal.status(), terminal.seen)
        self.assertNotIn(PASSWORD, terminal.seen)


if __name__ == "__main__":
    unittest.main()
