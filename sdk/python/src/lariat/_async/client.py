"""The client: every route of the API, transactions that are signed here, waiting, verified proofs, streams."""
import os
from collections.abc import Mapping
from types import TracebackType
from typing import Any, Literal, cast

from lariat import _http, errors, proofs, storage, transactions, types
from lariat._async.actor import AsyncActor
from lariat._async.api import AsyncApi
from lariat._async.stream import AsyncStream
from lariat._async.transport import HttpxTransport, Lock, sleep
from lariat._clock import Deadline
from lariat._hex import Bytes, keccak256, to_bytes, to_hex
from lariat._url import node_url
from lariat.accounts import Account
from lariat.results import Result

CYCLES_LIMIT, CELLS_LIMIT = 500_000, 50_000
BACKOFF_S, BACKOFF_MAX_S = 0.1, 2.0
WAIT_MS_MAX = 20_000


class AsyncClient(AsyncApi):
    """A node.

    url: of the node; else LARIAT_NODE, else http://127.0.0.1:8640. account: who signs unless a call names another.
    token: of the dev verbs; else LARIAT_TOKEN. timeout: seconds for one answer. retries: how often a GET that got no answer, a
    transaction whose answer is lost, and whatever was answered `busy` are sent again."""

    def __init__(self, url: str | None = None, *, account: Account | None = None, token: str | None = None, timeout: float = 30.0,
                 retries: int = 4, transport: _http.AsyncTransport | None = None) -> None:
        self.url = node_url(url)
        self.account = account
        self.timeout, self.retries = timeout, retries
        self.height = 0  #: the highest block that an answer was of
        self._token = token if token is not None else os.environ.get("LARIAT_TOKEN")
        self._transport = transport or HttpxTransport(self.url)
        self._signing = Lock()
        self._chain_id: str | None = None

    async def __aenter__(self) -> "AsyncClient":
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._transport.aclose()

    # Requests

    async def _ask(self, verb: str, path: str, query: _http.Query = None, body: bytes | None = None, kind: str = "", wait: float = 0.0,
                   again: bool = False) -> _http.Answer:
        """`again`: a lost answer does no harm, ask once more."""
        headers = {"Content-Type": kind} if kind else {}
        if self._token and path.startswith("/v1/dev/"):
            headers["Authorization"] = f"Bearer {self._token}"
        for attempt in range(self.retries + 1):
            try:
                answer = _http.checked(await self._transport.ask(verb, _http.target(path, query), headers, body, self.timeout + wait))
            except (errors.NoAnswer, errors.Busy) as error:
                if attempt == self.retries or isinstance(error, errors.NoAnswer) and not (again or verb == "GET"):
                    raise
                after = error.retry_after if isinstance(error, errors.Busy) else None
                await sleep(min(BACKOFF_MAX_S, after if after is not None else BACKOFF_S * 2 ** attempt))
                continue
            self.height = max(self.height, _http.height_of(answer) or 0) if path.startswith("/v1/") else self.height
            return answer
        raise AssertionError("the loop above ends by return or raise")

    async def _json(self, verb: str, path: str, query: _http.Query = None, *, body: Any = None, data: bytes | None = None,
                    shape: str = "") -> Any:
        if verb == "POST":
            answer = await self._ask(verb, path, query, _http.encoded(body), "application/json", wait=float((query or {}).get("wait") or 0) / 1000)
        elif data is not None:
            answer = await self._ask(verb, path, query, data, "application/octet-stream")
        else:
            answer = await self._ask(verb, path, query, wait=float((query or {}).get("wait") or 0) / 1000)
        return _http.shaped(_http.parsed(answer), shape)

    async def _text(self, verb: str, path: str, query: _http.Query = None) -> str:
        return (await self._ask(verb, path, query)).body.decode()

    async def _bytes(self, verb: str, path: str, query: _http.Query = None) -> bytes:
        return (await self._ask(verb, path, query)).body

    async def chain_id(self) -> str:
        """The name of the chain; asked once."""
        if self._chain_id is None:
            self._chain_id = (await self.get_status())["chain_id"]
        return self._chain_id

    async def ready(self, timeout: float = 30.0) -> None:
        """Waits until the node takes requests; NoAnswer when it does not in time."""
        deadline = Deadline(timeout)
        while True:
            try:
                await self.get_readyz()
                return
            except (errors.NoAnswer, errors.Busy) as error:
                if deadline.over:
                    raise errors.NoAnswer(f"{self.url} is not ready after {timeout} s: {error}") from error
                await sleep(BACKOFF_S)

    # Transactions

    async def fill(self, tx: Mapping[str, Any], account: Account | None = None) -> dict[str, Any]:
        """The transaction with nonce, limits and fees where it has none: the next nonce, 500,000 cycles, 50,000 cells and one for each byte
        of a source, the suggested caps, no tip."""
        signer = self._signer(account)
        filled = dict(tx)
        if "nonce" not in filled:
            known = await self.get_account(signer.address)
            pending = known["pending_nonce"]
            filled["nonce"] = known["nonce"] if pending is None else pending
        filled.setdefault("cycles_limit", CYCLES_LIMIT)
        deploy = filled.get("deploy")
        filled.setdefault("cells_limit", CELLS_LIMIT + (len(deploy["python"].encode()) if deploy else 0))
        if "max_fee_per_cycle" not in filled or "max_fee_per_cell" not in filled:
            fees = await self.get_fees()
            filled.setdefault("max_fee_per_cycle", fees["max_fee_per_cycle"])
            filled.setdefault("max_fee_per_cell", fees["max_fee_per_cell"])
        filled.setdefault("tip_per_cycle", 0)
        filled.setdefault("tip_per_cell", 0)
        return filled

    async def sign(self, tx: Mapping[str, Any], account: Account | None = None) -> transactions.Signed:
        """Fills and signs, and posts nothing."""
        return transactions.sign(await self.fill(tx, account), self._signer(account), await self.chain_id())

    async def post(self, signed: transactions.Signed | Bytes) -> types.Transaction:
        """Posts a signed transaction; an answer that is lost is asked for again with the same bytes, which have one effect.
        OutcomeUnknown if none comes, Refused if the pool does not take it."""
        raw = signed.raw if isinstance(signed, transactions.Signed) else signed
        try:
            answer = await self._ask("POST", "/v1/transactions", None, _http.encoded({"raw": to_hex(raw)}), "application/json", again=True)
        except errors.NoAnswer as error:
            raise errors.OutcomeUnknown(to_hex(keccak256(to_bytes(raw))), str(error)) from error
        return cast("types.Transaction", _http.shaped(_http.parsed(answer), "Transaction"))

    async def wait_for(self, tx_hash: str, timeout: float = 30.0) -> types.Transaction:
        """Waits until a block has the transaction. Dropped if it leaves the pool, NotIncluded when the time is over."""
        deadline = Deadline(timeout)
        while True:
            wait = max(0, min(WAIT_MS_MAX, int(deadline.left * 1000)))
            try:
                tx = await self.get_transaction(tx_hash, wait=wait)
            except errors.NoAnswer as error:
                if deadline.over:
                    raise errors.OutcomeUnknown(tx_hash, str(error)) from error
                await sleep(BACKOFF_S)
                continue
            if tx["status"] == "included":
                return tx
            if tx["status"] == "dropped":
                raise errors.Dropped(tx)
            if deadline.over:
                raise errors.NotIncluded(tx)

    async def send(self, tx: Mapping[str, Any], *, account: Account | None = None, wait: float = 30.0, check: bool = True) -> Result:
        """Fills, signs, posts and waits until a block has it. ExecutionFailed if it did not end ok, unless `check` is false.
        With `wait` 0 the result is of a transaction that waits."""
        async with self._signing:  # the next nonce is the one after this
            signed = await self.sign(tx, account)
            posted = await self.post(signed)
        if wait <= 0:
            return Result(posted)
        result = Result(posted if posted["status"] == "included" else await self.wait_for(signed.hash, wait))
        if check and not result.ok:
            raise errors.ExecutionFailed(result.receipt, result.transaction)
        return result

    async def transfer(self, to: str, amount: int, **options: Any) -> Result:
        """Moves base units."""
        account, wait, check, more = self._options(options)
        return await self.send({"transfer": {"to": to, "amount": amount}, **more}, account=account, wait=wait, check=check)

    async def deploy(self, python: str, payload: bytes = b"", *, salt: bytes = b"", **options: Any) -> AsyncActor:
        """Deploys an actor from its source and waits for it. CodeRefused is an ExecutionFailed with code 29."""
        account, wait, check, more = self._options(options)
        tx = {"deploy": {"python": python}, "salt": to_hex(salt), "payload": to_hex(payload), **more}
        result = await self.send(tx, account=account, wait=wait, check=check)
        address = result.receipt.get("address")
        if address is None:  # it failed, and nobody wanted it checked
            raise errors.ExecutionFailed(result.receipt, result.transaction)
        return AsyncActor(self, address)

    def actor(self, address: str) -> AsyncActor:
        """An actor as an object: its handlers are its methods."""
        return AsyncActor(self, address)

    async def run(self, tx: Mapping[str, Any], blocks: int = 1) -> types.Simulation:
        """Simulates an unsigned transaction in the coming block, and empty blocks after it. Nothing stays."""
        return await self.simulate(cast("types.SimulationRequest", {"tx": dict(tx), "blocks": blocks}))

    def _signer(self, account: Account | None) -> Account:
        signer = account or self.account
        if signer is None:
            raise ValueError("no account to sign with: give the client or the call an account")
        return signer

    @staticmethod
    def _options(options: dict[str, Any]) -> tuple[Account | None, float, bool, dict[str, Any]]:
        rest = dict(options)
        return rest.pop("account", None), rest.pop("wait", 30.0), rest.pop("check", True), rest

    # Streams and proofs

    def stream(self, to: Literal["blocks", "receipts", "fires", "exits", "events", "pending"], *, filter: Mapping[str, str] | None = None,
               from_height: int | None = None, resume: str | None = None, patience: float = 60.0) -> AsyncStream:
        """What happens, from the next block on, or from `from_height`. `resume`: the cursor of a stream that ended; it goes on exactly
        there. A cut stream connects again for `patience` seconds."""
        return AsyncStream(self, to, dict(filter or {}), from_height, resume, patience)

    async def _root_of(self, height: int, answered: str, trusted: str | None) -> str:
        if trusted is not None:
            return trusted
        block = await self.get_block(height)
        if block["state_root"] != answered:
            raise errors.ProofError(f"the proof is under {answered}, block {height} has {block['state_root']}")
        return answered

    async def prove(self, subject: Literal["timer", "height", "storage", "operation"], wanted: Any, *, state_root: str | None = None) -> Any:
        """Asks for a proof and verifies it here. `wanted`: an id, a height, or (actor, key) with the key as the actor writes it.
        `state_root`: a root that you trust; without one the node's own block is believed, and the proof shows only that it agrees with
        itself. Answers the record, the ids due, the bytes of the value; None: the proof shows that there is none."""
        named: Any = wanted
        if subject == "storage":
            named = [wanted[0], to_hex(storage.key_bytes(wanted[1]))]
            answer = await self.prove_storage(named[0], named[1])
        elif subject == "timer":
            answer = await self.prove_timer(wanted)
        elif subject == "operation":
            answer = await self.prove_operation(wanted)
        else:
            answer = await self.prove_height(wanted)
        root = await self._root_of(answer["height"], answer["state_root"], state_root)
        return proofs.verify(answer["proof"], root, {subject: named})
