"""Key files: Web3 Secret Storage, version 3, as geth and cast write them."""
import hashlib
import hmac
import json
import os
import uuid
from pathlib import Path
from typing import Any

from Crypto.Cipher import AES
from Crypto.Protocol.KDF import scrypt

from lariat._hex import keccak256
from lariat.errors import KeystoreError

SCRYPT_N, SCRYPT_R, SCRYPT_P = 262_144, 8, 1
MEMORY_MAX = 1 << 30  # a file that asks for more is refused


def default_folder() -> Path:
    """Where the command keeps its keys."""
    return Path.home() / ".lariat/keys"


def _cipher(key: bytes, iv: bytes, data: bytes) -> bytes:
    return AES.new(key, AES.MODE_CTR, nonce=b"", initial_value=iv).encrypt(data)


def _derive(name: str, params: dict[str, Any], password: bytes) -> bytes:
    salt, size = bytes.fromhex(params["salt"]), int(params["dklen"])
    if size < 32:
        raise KeystoreError(f"dklen is {size}, at least 32 are needed")
    if name == "scrypt":
        n, r, p = int(params["n"]), int(params["r"]), int(params["p"])
        if 128 * r * (n + p + 2) > MEMORY_MAX:
            raise KeystoreError(f"scrypt with n {n} and r {r} takes more than {MEMORY_MAX} bytes")
        if n >= 1 << 16 * r:  # OpenSSL refuses what RFC 7914 does not recommend; such files exist
            return scrypt(password, salt, size, n, r, p)
        return hashlib.scrypt(password, salt=salt, n=n, r=r, p=p, dklen=size, maxmem=MEMORY_MAX)
    if name == "pbkdf2" and params.get("prf") == "hmac-sha256":
        return hashlib.pbkdf2_hmac("sha256", password, salt, int(params["c"]), size)
    raise KeystoreError(f"the key derivation {name!r} is unknown")


def encrypt(secret: bytes, password: str, address: bytes, n: int = SCRYPT_N) -> dict[str, Any]:
    """The JSON of a key file. A smaller `n` is quicker, and weaker."""
    salt, iv = os.urandom(32), os.urandom(16)
    params = {"dklen": 32, "n": n, "r": SCRYPT_R, "p": SCRYPT_P, "salt": salt.hex()}
    derived = _derive("scrypt", params, password.encode())
    ciphertext = _cipher(derived[:16], iv, secret)
    crypto = {"cipher": "aes-128-ctr", "cipherparams": {"iv": iv.hex()}, "ciphertext": ciphertext.hex(), "kdf": "scrypt",
              "kdfparams": params, "mac": keccak256(derived[16:32], ciphertext).hex()}
    return {"address": address.hex(), "crypto": crypto, "id": str(uuid.uuid4()), "version": 3}


def decrypt(content: dict[str, Any], password: str) -> bytes:
    """The secret of a key file; KeystoreError for a wrong password or a malformed file."""
    try:
        if content["version"] != 3:
            raise KeystoreError(f"version {content['version']}: only version 3 can be read")
        crypto = content.get("crypto") or content["Crypto"]
        if crypto["cipher"] != "aes-128-ctr":
            raise KeystoreError(f"the cipher {crypto['cipher']!r} is unknown")
        derived = _derive(crypto["kdf"], crypto["kdfparams"], password.encode())
        ciphertext, iv = bytes.fromhex(crypto["ciphertext"]), bytes.fromhex(crypto["cipherparams"]["iv"])
        mac = bytes.fromhex(crypto["mac"])
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise KeystoreError(f"a malformed key file: {error!r}") from error
    if not hmac.compare_digest(keccak256(derived[16:32], ciphertext), mac):
        raise KeystoreError("the password is wrong, or the file is damaged")
    return _cipher(derived[:16], iv, ciphertext)


def read(path: str | os.PathLike[str], password: str) -> bytes:
    """The secret in a file."""
    try:
        content = json.loads(Path(path).read_text(encoding="utf-8"))
    except ValueError as error:
        raise KeystoreError(f"{path}: no JSON") from error
    if not isinstance(content, dict):
        raise KeystoreError(f"{path}: no key file")
    return decrypt(content, password)


def write(path: str | os.PathLike[str], content: dict[str, Any]) -> None:
    """Writes a new file that its owner alone can read, in a folder that he alone can read. An existing file is left alone."""
    where = Path(path)
    where.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle = os.open(where, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        json.dump(content, file)
