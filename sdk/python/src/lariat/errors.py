"""Exceptions. Each has the code, name or status by which the chain and the API call it; the lists are closed."""
from collections.abc import Mapping
from typing import Any

#: Names of host errors and their codes, as a handler sees them in HostError.name and HostError.code.
HOST_ERRORS: Mapping[str, int] = {
    "InvalidInput": 1, "Unauthorized": 2, "QuotaExceeded": 3, "HeightNotInFuture": 4, "PayloadTooLarge": 5,
    "HandlerNameTooLong": 6, "GasLimitTooHigh": 7, "GasLimitTooLow": 8, "ExpiresAtTooFar": 9, "ExpiresAtInPast": 10,
    "TimerNotFound": 11, "TimerExpired": 12, "TimerRejectedBelowBasefee": 13, "TimerArgDeprecated": 14, "TargetNotFound": 15,
    "UnsupportedTimerType": 16, "BidOutOfRange": 17, "TooManyWatchKeys": 18, "ScheduleFull": 19, "InsufficientBalance": 20,
    "ReadOnly": 21, "InvalidConfig": 22, "OutOfCycles": 23, "OutOfCells": 24, "OutOfMemory": 26, "HandlerNotFound": 27,
    "ActorNotFound": 28, "CodeRefused": 29, "ExpectedErrorMissing": 30,
}


class LariatError(Exception):
    """What every exception of this package derives from."""


class NoAnswer(LariatError):
    """The node gave no answer: not reachable, cut off, or too slow. What was asked may have happened."""


class UnexpectedAnswer(LariatError):
    """The answer is none of this API: something else listens there, or a node of another version."""


class OutcomeUnknown(NoAnswer):
    """A transaction was posted, and whether the node has it is not known. Ask for `hash`, or post the same bytes again."""

    def __init__(self, tx_hash: str, why: str) -> None:
        super().__init__(f"transaction {tx_hash}: {why}")
        self.hash = tx_hash


class NotIncluded(LariatError):
    """The transaction is in the pool, and the time to wait is over. `transaction` says what it waits for."""

    def __init__(self, transaction: Mapping[str, Any]) -> None:
        waits = transaction.get("waits_for")
        super().__init__(f"transaction {transaction['hash']} is {transaction['status']}" + (f", waits for {waits}" if waits else ""))
        self.hash: str = transaction["hash"]
        self.transaction = transaction


class Dropped(LariatError):
    """The transaction left the pool without a block. `reason`: replaced, nonce_used, expired, ttl, evicted, reverted, reset."""

    def __init__(self, transaction: Mapping[str, Any]) -> None:
        self.hash: str = transaction["hash"]
        self.reason: str = transaction.get("reason", "")
        super().__init__(f"transaction {self.hash} was dropped: {self.reason}")
        self.transaction = transaction


class ExecutionFailed(LariatError):
    """A transaction is in a block, or was simulated, and did not end ok. Its cycles and cells are paid.

    status: revert, out_of_cycles, out_of_cells, out_of_memory, no_handler, no_actor, invalid, block_full.
    error: of a revert, a host error's name, a Python exception's type, or the text of fail.
    code: the number of the host error, or None. reason: of an invalid transaction."""

    def __init__(self, receipt: Mapping[str, Any], transaction: Mapping[str, Any] | None = None) -> None:
        self.receipt = receipt
        self.transaction = transaction
        self.status: str = receipt["status"]
        self.error: str | None = receipt.get("error")
        self.reason: str | None = receipt.get("reason")
        self.code: int | None = HOST_ERRORS.get(self.error or "")
        self.message: str | None = receipt.get("message")
        self.traceback: str | None = receipt.get("traceback")
        said = f"{self.status} {self.error or self.reason or ''}".rstrip() + (f": {self.message}" if self.message else "")
        super().__init__(said + (f"\n{self.traceback}" if self.traceback else ""))


class ProofError(LariatError):
    """A proof does not show what it is asked for under this root."""


class KeystoreError(LariatError):
    """A key file is malformed, or the password is wrong."""


class TransactionMalformed(LariatError):
    """Bytes are no transaction. `reason` is one of the API's reasons of tx_malformed, where it is known."""


class ApiError(LariatError):
    """A problem that the node answered with: `code`, HTTP `status`, `detail`; for some `reason`, `got`, `limit`, `retry_after`."""

    def __init__(self, problem: Mapping[str, Any], status: int, retry_after: float | None = None) -> None:
        self.problem = problem
        self.code: str = problem.get("code", "")
        self.status = status
        self.detail: str = problem.get("detail", "")
        self.reason: str | None = problem.get("reason")
        self.got: int | str | None = problem.get("got")
        self.limit: int | str | None = problem.get("limit")
        self.retry_after = retry_after
        super().__init__(f"{self.code}: {self.detail}" if self.detail else self.code)


class BadRequest(ApiError):
    """400: a parameter, key, value or cursor that cannot be taken; the detail names it."""


class NotFound(ApiError):
    """404: an id never seen, an actor or storage key that is not there."""


class Pruned(ApiError):
    """410: history or state that the node no longer keeps."""


class HeightNotReached(ApiError):
    """422: a height above the head."""


class Refused(ApiError):
    """A transaction that the pool does not take; nothing has changed. `got` is what it has or needs, `limit` what is allowed."""


class NotDev(ApiError):
    """403: a dev verb on a chain that is no dev chain."""


class Forbidden(ApiError):
    """401, 403: a token is missing or wrong, a Host or Origin is not let in."""


class Busy(ApiError):
    """429, 503: try again after `retry_after` seconds. The client has done so already, as often as it is told to."""


_BY_CODE: dict[str, type[ApiError]] = {
    "not_found": NotFound, "pruned": Pruned, "height_not_reached": HeightNotReached, "not_dev": NotDev,
    **dict.fromkeys(("bad_request", "bad_json", "bad_parameter", "unknown_parameter", "bad_cursor", "time_not_later", "too_deep"), BadRequest),
    **dict.fromkeys(("tx_malformed", "wrong_chain", "bad_signature", "sender_unknown", "nonce_too_low", "nonce_gap", "limit_too_high",
                     "fee_too_low", "tx_expired", "insufficient_balance", "replacement_underpriced", "sender_full", "pool_full"), Refused),
    **dict.fromkeys(("unauthorized", "forbidden_host", "forbidden_origin"), Forbidden),
    **dict.fromkeys(("rate_limited", "starting", "stopping", "busy"), Busy),
}


def of_problem(problem: Mapping[str, Any], status: int, retry_after: float | None = None) -> ApiError:
    """The exception of a problem, by its code."""
    return _BY_CODE.get(problem.get("code", ""), ApiError)(problem, status, retry_after)
