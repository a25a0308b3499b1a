"""Client of lariat nodes, sync and async; actors as objects; transactions signed here; proofs verified here."""
from lariat import errors, keystore, proofs, storage, transactions, types
from lariat._async.actor import AsyncActor
from lariat._async.client import AsyncClient
from lariat._http import Page
from lariat._sync.actor import Actor
from lariat._sync.client import Client
from lariat.accounts import Account
from lariat.errors import (ApiError, Busy, Dropped, ExecutionFailed, KeystoreError, LariatError, NoAnswer, NotFound, NotIncluded, OutcomeUnknown,
                           ProofError, Pruned, Refused)
from lariat.local import LocalNode
from lariat.results import ActorEvent, Result
from lariat.streams import Item, Revert

__version__ = "0.1.0"
__all__ = [
    "Account", "Actor", "ActorEvent", "ApiError", "AsyncActor", "AsyncClient", "Busy", "Client", "Dropped", "ExecutionFailed", "Item",
    "KeystoreError", "LariatError", "LocalNode", "NoAnswer", "NotFound", "NotIncluded", "OutcomeUnknown", "Page", "ProofError", "Pruned",
    "Refused", "Result", "Revert", "errors", "keystore", "proofs", "storage", "transactions", "types",
]
