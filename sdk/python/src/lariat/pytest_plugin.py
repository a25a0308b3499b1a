"""The pytest plugin: fixtures `chain`, `deploy`, `accounts`, `node`; gas reports; why timers wait, in the messages of failures.

chain     a chain inside of this process: a dev node without sockets that makes a block for each call and no other. One for each session;
          each test begins with the same empty chain.
deploy    chain.deploy: source, or a file beside the test.
accounts  the ten accounts of a dev chain, with their keys.
node      a client of a real dev node that makes blocks by itself, signed by the first account; one for each session, or that of
          --node URL, with a snapshot before each test and a revert after it."""
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

from lariat.accounts import Account
from lariat.local import LocalNode
from lariat.testing.chain import CallFailed, Chain, ChainActor
from lariat.testing.gas import GasReport
from lariat._sync.client import Client

_GAS: "pytest.StashKey[GasReport]" = pytest.StashKey()
_SNAPSHOT_WRONG: "pytest.StashKey[list[str]]" = pytest.StashKey()
TIMERS_MAX = 20


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("lariat")
    group.addoption("--node", metavar="URL", help="a dev node for the fixture `node`, instead of one of our own")
    group.addoption("--gas-report", action="store_true", help="print what each handler cost")
    group.addoption("--gas-snapshot", metavar="FILE", help="compare costs with FILE, and fail if they differ; FILE is written if it is not there")
    group.addoption("--gas-update", action="store_true", help="write the file of --gas-snapshot anew")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_GAS] = GasReport()
    config.addinivalue_line("markers", "gas_varies: costs of this test stay out of the snapshot file")


@pytest.fixture(scope="session")
def lariat_chain(request: pytest.FixtureRequest) -> Iterator[Chain]:
    """The chain of all tests of the session; use `chain`."""
    chain = Chain(gas=request.config.stash[_GAS])
    yield chain
    chain.close()


@pytest.fixture
def chain(lariat_chain: Chain, request: pytest.FixtureRequest) -> Chain:
    """A chain at its beginning: deploy, call, advance, warp, snapshot, revert, configure."""
    lariat_chain.reset()
    lariat_chain.folder = request.path.parent
    lariat_chain.gas.test = request.node.nodeid
    return lariat_chain


@pytest.fixture
def deploy(chain: Chain) -> Callable[..., ChainActor]:
    """chain.deploy."""
    return chain.deploy


@pytest.fixture(scope="session")
def accounts() -> list[Account]:
    """The ten accounts of a dev chain."""
    return [Account.dev(n) for n in range(10)]


@pytest.fixture(scope="session")
def lariat_node(request: pytest.FixtureRequest) -> Iterator[Client]:
    """The client of the node of all tests of the session; use `node`."""
    url = request.config.getoption("--node")
    if url:
        client = Client(url, account=Account.dev(0))
        if not client.get_status()["dev"]:
            raise pytest.UsageError(f"--node {url}: no dev chain; tests would change it")
        yield client
        client.close()
        return
    with LocalNode("--dev") as node:
        client = node.client()
        yield client
        client.close()


@pytest.fixture
def node(lariat_node: Client) -> Iterator[Client]:
    """A client of a real dev node. What the test did is undone after it."""
    snapshot = lariat_node.dev_snapshot({})["id"]
    yield lariat_node
    lariat_node.dev_revert({"id": snapshot})


def _sections(item: pytest.Item, error: BaseException | None) -> Iterator[tuple[str, str]]:
    chain = getattr(item, "funcargs", {}).get("chain")
    if isinstance(error, CallFailed):
        yield "lariat: the call that failed, run again", error.explain()
    if isinstance(chain, Chain):
        if chain.failed:
            yield "lariat: what failed in blocks", "\n".join(f"block {failure.height}: {failure}" for failure in chain.failed)
        if lines := chain.why():
            more = [f"and {len(lines) - TIMERS_MAX} more"] if len(lines) > TIMERS_MAX else []
            yield f"lariat: timers at height {chain.height}", "\n".join(lines[:TIMERS_MAX] + more)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: "pytest.CallInfo[None]") -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if call.when == "call" and report.failed:
        try:
            report.sections += list(_sections(item, call.excinfo.value if call.excinfo else None))
        except Exception as error:  # the report must come in any case
            report.sections.append(("lariat", f"the chain cannot be asked: {error}"))
    if call.when == "call" and (item.get_closest_marker("gas_varies") or report.failed):
        item.config.stash[_GAS].forget(item.nodeid)
    if call.when == "teardown":
        item.config.stash[_GAS].test = None
    return report


def pytest_sessionfinish(session: pytest.Session) -> None:
    path = session.config.getoption("--gas-snapshot")
    if not path or hasattr(session.config, "workerinput"):
        return
    gas, file = session.config.stash[_GAS], Path(path)
    if session.config.getoption("--gas-update") or not file.exists():
        gas.write(file)
        return
    wrong = session.config.stash[_SNAPSHOT_WRONG] = gas.compare(file)
    if wrong and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    if config.getoption("--gas-report"):
        terminalreporter.section("gas")
        for line in config.stash[_GAS].table():
            terminalreporter.write_line(line)
    if wrong := config.stash.get(_SNAPSHOT_WRONG, []):
        terminalreporter.section("gas differs from the snapshot (--gas-update writes it anew)")
        for line in wrong:
            terminalreporter.write_line(line)
