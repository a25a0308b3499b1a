"""Evidence that a validator signed two votes of a height, made with its own key."""
import base64
import json
import subprocess
import tempfile
import urllib.request

PRECOMMIT = 2


def key_of(validator):
    """(public key, address, seed) of a validator's own signing key, in bytes."""
    key = json.loads((validator.home / "config/priv_validator_key.json").read_text())
    public, private = (base64.b64decode(key[name]["value"]) for name in ("pub_key", "priv_key"))
    return public, bytes.fromhex(key["address"]), private[:32]


def _varint(n):
    out = b""
    while n > 127:
        out, n = out + bytes([n & 127 | 128]), n >> 7
    return out + bytes([n])


def _bytes(number, data):
    return _varint(number << 3 | 2) + _varint(len(data)) + data


def _sign(seed, message):
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/key", "wb") as out:  # PKCS #8 of an Ed25519 seed
            out.write(bytes.fromhex("302e020100300506032b657004220420") + seed)
        with open(f"{folder}/message", "wb") as out:
            out.write(message)
        return subprocess.run(["openssl", "pkeyutl", "-sign", "-keyform", "DER", "-inkey", f"{folder}/key", "-rawin", "-in",
                               f"{folder}/message"], capture_output=True, check=True).stdout


def _vote(validator, chain_id, height, hash_byte, index):
    _, address, seed = key_of(validator)
    block_hash = bytes([hash_byte]) * 32
    parts = _varint(1 << 3) + _varint(1) + _bytes(2, block_hash)
    seconds = 1_700_000_000
    body = (_varint(1 << 3) + _varint(PRECOMMIT) + _varint(2 << 3 | 1) + height.to_bytes(8, "little")
            + _bytes(4, _bytes(1, block_hash) + _bytes(2, parts)) + _bytes(5, _varint(1 << 3) + _varint(seconds))
            + _bytes(6, chain_id.encode()))
    signature = _sign(seed, _varint(len(body)) + body)
    return {"type": PRECOMMIT, "height": str(height), "round": 0,
            "block_id": {"hash": block_hash.hex().upper(), "parts": {"total": 1, "hash": block_hash.hex().upper()}},
            "timestamp": "2023-11-14T22:13:20Z", "validator_address": address.hex().upper(), "validator_index": index,
            "signature": base64.b64encode(signature).decode(), "extension": None, "extension_signature": None}


def accuse(guilty, witness, chain_id, height):
    """Gives CometBFT of `witness` the evidence that `guilty` voted for two blocks of `height`."""
    members = witness.rpc(f"/validators?height={height}")["validators"]
    address = key_of(guilty)[1].hex().upper()
    index = [m["address"] for m in members].index(address)
    evidence = {"type": "tendermint/DuplicateVoteEvidence",
                "value": {"vote_a": _vote(guilty, chain_id, height, 1, index), "vote_b": _vote(guilty, chain_id, height, 2, index),
                          "TotalVotingPower": str(sum(int(m["voting_power"]) for m in members)),
                          "ValidatorPower": members[index]["voting_power"],
                          "Timestamp": witness.rpc(f"/block?height={height}")["block"]["header"]["time"]}}
    call = {"jsonrpc": "2.0", "id": 1, "method": "broadcast_evidence", "params": {"evidence": evidence}}
    request = urllib.request.Request(witness.rpc_url(), json.dumps(call).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        answer = json.load(answer)
    assert "error" not in answer, answer
