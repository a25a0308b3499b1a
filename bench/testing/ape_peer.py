"""The same test as in ours.py with ape, whose local network is eth-tester. Prints JSON: lists of milliseconds."""
import json
import logging
import time

from contract import CREATION
from timing import command_line, timed

TIMES = command_line(__doc__).parse_args().times
import ape  # noqa: E402
from ape.contracts import ContractContainer  # noqa: E402
from ethpm_types import ContractType  # noqa: E402

ABI = [{"type": "function", "name": "count", "inputs": [], "outputs": [], "stateMutability": "nonpayable"},
       {"type": "function", "name": "value", "inputs": [], "outputs": [{"name": "", "type": "uint256"}], "stateMutability": "view"}]
COUNTER = ContractContainer(ContractType.model_validate({"contractName": "Counter", "abi": ABI, "deploymentBytecode": {"bytecode": CREATION}}))


def a_test(account):
    with ape.chain.isolate():
        counter = account.deploy(COUNTER, gas_limit=200_000)
        counter.count(sender=account, gas_limit=100_000)
        counter.count(sender=account, gas_limit=100_000)
        assert counter.value() == 3


def main():
    logging.disable(logging.CRITICAL)
    begin = time.perf_counter()
    with ape.networks.ethereum.local.use_provider("test"):
        account = ape.accounts.test_accounts[0]
        found = {"start": [1000 * (time.perf_counter() - begin)]}
        found["in_process"] = timed(TIMES, a_test, account)
        counter = account.deploy(COUNTER, gas_limit=200_000)
        found["call"] = timed(TIMES, lambda: counter.count(sender=account, gas_limit=100_000))
    print(json.dumps(found))


if __name__ == "__main__":
    main()
