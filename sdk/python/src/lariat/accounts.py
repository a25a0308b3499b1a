"""Accounts that sign. A key never stands in a repr or an error."""
import os
from pathlib import Path

from coincurve import PrivateKey, PublicKey

from lariat import keystore
from lariat._hex import Bytes, keccak256, sized

_DEV_KEYS = (
    "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80",
    "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d",
    "0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a",
    "0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6",
    "0x47e179ec197488593b187f80a00eb0da91f1b9d0b13f8733639f19c30a34926a",
    "0x8b3a350cf5c34c9194ca85829a2df0ec3153be0318b5e2d3348e872092edffba",
    "0x92db14e403b83dfe3df233f83dfa3a0d7096f21ca9b0d6d6b8d88b2b4ec1564e",
    "0x4bbbf85ce3377467afe5d46f804f221813b2bb87f24d81f60f1fcdbf7cbf4356",
    "0xdbda1821b80551c9d65939329250298aa3472ba22feea921c0cf5d620ea67b97",
    "0x2a871d0798f97d79848a013d4936a73bf4cc922c825d33c1cf7073dff6d409c6",
)


_DEV_ACCOUNTS: dict[int, "Account"] = {}


def address_of(public: PublicKey) -> bytes:
    """The 20 bytes of a public key's account."""
    return keccak256(public.format(compressed=False)[1:])[-20:]


class Account:
    """An account and the key that signs for it.

    >>> Account.dev(0).address
    '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
    """

    def __init__(self, key: Bytes) -> None:
        """`key`: 32 bytes, or 0x and 64 digits."""
        secret = sized(key, 32, "a private key")
        try:
            self._key = PrivateKey(secret)
        except ValueError:
            raise ValueError("no private key of secp256k1: zero, or not below the order of the curve") from None
        self.address_bytes = address_of(self._key.public_key)
        self.address = "0x" + self.address_bytes.hex()

    @classmethod
    def create(cls) -> "Account":
        """A new key, from the system's source of randomness."""
        return cls(PrivateKey().secret)

    @classmethod
    def dev(cls, number: int) -> "Account":
        """One of the ten accounts of a dev chain. The whole world has their keys."""
        if number not in _DEV_ACCOUNTS:
            _DEV_ACCOUNTS[number] = cls(_DEV_KEYS[number])
        return _DEV_ACCOUNTS[number]

    @classmethod
    def load(cls, path: str | os.PathLike[str], password: str) -> "Account":
        """The key in a v3 file; a name without a folder is looked for where the command keeps its keys."""
        where = Path(path)
        if not where.exists() and where.parent == Path("."):
            where = keystore.default_folder() / where
        return cls(keystore.read(where, password))

    def save(self, path: str | os.PathLike[str], password: str, *, n: int = keystore.SCRYPT_N) -> None:
        """Writes a new v3 file. The folder is made for its owner alone, and so is the file."""
        keystore.write(path, keystore.encrypt(self._key.secret, password, self.address_bytes, n))

    def sign(self, digest: bytes) -> bytes:
        """r, s and v of a digest: 65 bytes, RFC 6979, s in the lower half."""
        return self._key.sign_recoverable(digest, hasher=None)

    def __repr__(self) -> str:
        return f"Account({self.address})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Account) and other.address == self.address

    def __hash__(self) -> int:
        return hash(self.address)
