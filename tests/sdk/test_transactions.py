"""Transactions, accounts and key files of the SDK: the golden vectors, key files of others."""
import json
import os
import stat
import sys
import tempfile
import unittest
from pathlib import Path

import environment

from lariat import Account, KeystoreError, errors, keystore, storage, transactions

sys.path.insert(0, str(environment.ROOT / "tests/node"))
import wire  # noqa: E402

VECTORS = json.loads((environment.HERE / "vectors.json").read_text(encoding="utf-8"))

# The test vectors that the Web3 Secret Storage definition publishes.
PASSWORD, SECRET = "testpassword", "7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d"
SCRYPT = {"crypto": {
    "cipher": "aes-128-ctr", "cipherparams": {"iv": "83dbcc02d8ccb40e466191a123791e0e"},
    "ciphertext": "d172bf743a674da9cdad04534d56926ef8358534d458fffccd4e6ad2fbde479c", "kdf": "scrypt",
    "kdfparams": {"dklen": 32, "n": 262144, "r": 1, "p": 8, "salt": "ab0c7876052600dd703518d6fc3fe8984592145b591fc8fb5c6d43190334ba19"},
    "mac": "2103ac29920d71da29f15d75b4a16dbe95cfd7ff8faea1056c33131d846e3097"}, "id": "3198bc9c-6672-5ab3-d995-4942343ae5b6", "version": 3}
PBKDF2 = {"crypto": {
    "cipher": "aes-128-ctr", "cipherparams": {"iv": "6087dab2f9fdbbfaddc31a909735c1e6"},
    "ciphertext": "5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46", "kdf": "pbkdf2",
    "kdfparams": {"c": 262144, "dklen": 32, "prf": "hmac-sha256", "salt": "ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd"},
    "mac": "517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2"}, "id": "3198bc9c-6672-5ab3-d995-4942343ae5b6", "version": 3}


class Vectors(unittest.TestCase):
    def test_every_valid_transaction_is_encoded_signed_and_read_as_the_vectors_say(self):
        self.assertGreaterEqual(len(VECTORS["valid"]), 12)
        for vector in VECTORS["valid"]:
            with self.subTest(vector["name"]):
                account = Account(vector["key"])
                body = transactions.body(vector["json"], vector["chain_id"])
                self.assertEqual(vector["body"], "0x" + body.hex())
                self.assertEqual(vector["digest"], "0x" + transactions.digest(body).hex())
                signed = transactions.sign(vector["json"], account, vector["chain_id"])
                self.assertEqual((vector["raw"], vector["hash"], vector["from"]), ("0x" + signed.raw.hex(), signed.hash, signed.sender))
                read, chain_id = transactions.decode(vector["raw"])
                self.assertEqual((vector["from"], vector["hash"], vector["chain_id"]), (read["from"], read["hash"], chain_id))
                self.assertEqual(body, transactions.body(read, chain_id))

    def test_CLU17_CLU19_instructions_of_replicated_chains_are_encoded_as_an_independent_encoder_does(self):
        change = {"pub_key": "0x" + "ab" * 32, "power": 5}
        for system in ({"set_validator": change}, {"set_validator": {**change, "payee": "0x" + "99" * 20}}, {"plan_version": [9, 2]}):
            with self.subTest(system):
                tx = {"system": system, "nonce": 3, **dict.fromkeys(transactions.LIMITS, 7)}
                body = transactions.body(tx, "t")
                self.assertEqual(wire.body(tx, "t"), body)
                read, _ = transactions.decode(transactions.sign(tx, Account.dev(0), "t").raw)
                self.assertEqual(system, read["system"])
                self.assertEqual(body, transactions.body(read, "t"))

    def test_every_refused_transaction_is_refused(self):
        refused = [v for v in VECTORS["refused"] if v["code"] != "wrong_chain"]  # which chain is right, the node knows
        self.assertGreaterEqual(len(refused), 20)
        for vector in refused:
            with self.subTest(vector["name"]), self.assertRaises(errors.TransactionMalformed):
                transactions.decode(vector["raw"])

    def test_the_dev_accounts_are_those_of_the_specification(self):
        for n, account in enumerate(VECTORS["dev_accounts"]):
            self.assertEqual(account["address"], Account.dev(n).address)

    def test_what_is_no_transaction_is_named(self):
        limits = dict.fromkeys(transactions.LIMITS, 0)
        for tx, named in (({"nonce": 0, **limits}, "has none"), ({"transfer": {}, "drop": "0x", "nonce": 0, **limits}, "transfer, drop"),
                          ({"drop": "0x00", "nonce": 0, **limits}, "an id has 32 bytes, got 1"),
                          ({"transfer_control": True}, "needs nonce, cycles_limit"),
                          ({"transfer_control": True, "nonce": -1, **limits}, "nonce is from 0")):
            with self.assertRaisesRegex(ValueError, named):
                transactions.body(tx, "t")


class Keys(unittest.TestCase):
    def test_files_of_others_are_read(self):
        for content in (SCRYPT, PBKDF2):
            self.assertEqual(SECRET, keystore.decrypt(content, PASSWORD).hex())

    def test_a_wrong_password_and_a_malformed_file_are_refused(self):
        with self.assertRaisesRegex(KeystoreError, "password is wrong"):
            keystore.decrypt(keystore.encrypt(bytes(31) + b"\1", "a", bytes(20), n=2), "b")
        for content in ({}, {"version": 3}, {**SCRYPT, "version": 2}, {**SCRYPT, "crypto": {**SCRYPT["crypto"], "cipher": "none"}},
                        {**SCRYPT, "crypto": {**SCRYPT["crypto"], "kdfparams": {"dklen": 32, "n": 1 << 40, "r": 8, "p": 1, "salt": ""}}}):
            with self.assertRaises(KeystoreError):
                keystore.decrypt(content, PASSWORD)

    def test_a_key_that_is_saved_is_loaded_and_only_its_owner_may_read_it(self):
        with tempfile.TemporaryDirectory() as folder:
            account, path = Account.create(), Path(folder) / "keys/ada"
            account.save(path, "secret", n=1024)
            self.assertEqual(0o600, stat.S_IMODE(os.stat(path).st_mode))
            self.assertEqual(0o700, stat.S_IMODE(os.stat(path.parent).st_mode))
            self.assertEqual(account, Account.load(path, "secret"))
            self.assertEqual(account.address[2:], json.loads(path.read_text())["address"])
            with self.assertRaises(FileExistsError):
                account.save(path, "secret", n=1024)

    def test_new_files_have_the_stated_cost(self):
        self.assertEqual((262_144, 8, 1), (keystore.SCRYPT_N, keystore.SCRYPT_R, keystore.SCRYPT_P))

    def test_no_text_of_an_account_shows_its_key(self):
        account = Account("0x" + SECRET)
        self.assertNotIn(SECRET, repr(account) + str(account) + repr(vars(account)))

    def test_what_is_no_key_is_refused(self):
        for key in (bytes(32), b"\xff" * 32, b"\1" * 31, "0x01", "ada"):
            with self.assertRaises(ValueError):
                Account(key)


class Storage(unittest.TestCase):
    def test_values_are_read_back_as_the_actor_wrote_them(self):
        for value in (None, True, 0, -1, 2**64, -2**70, "ü", b"\0", [1, [2]], {"b": 1, "aa": {1: 2}, 3: None}):
            self.assertEqual(value, storage.decode(storage.encode(value)))

    def test_keys_have_the_bytes_of_the_vm(self):
        self.assertEqual((b"a", b"\xff", b"\0\x05", b"\0\xf6", b"\0\x82\x61a\x01"),
                         tuple(map(storage.key_bytes, ("a", b"\xff", 5, None, ("a", 1)))))
        for key in ("a", b"\xff", 5, None, ("a", 1)):
            self.assertEqual(key, storage.key_of(storage.key_bytes(key)))

    def test_bytes_that_set_state_wrote_are_no_value(self):
        for data in (b"", b"\x18\x05", b"hello", b"\xfb" + bytes(8)):
            with self.assertRaises(ValueError):
                storage.decode(data)


class Names(unittest.TestCase):
    def test_codes_of_errors_are_those_of_the_library(self):
        text = (environment.ROOT / "include/lariat/error.hpp").read_text(encoding="utf-8")
        body = text[text.index("enum class ErrorCode"):]
        import re
        listed = {name: int(number) for name, number in re.findall(r"^\s+(\w+) = (\d+),", body[:body.index("};")], re.M)}
        self.assertEqual(listed, dict(errors.HOST_ERRORS))
