"""The same test as in ours.py on eth-tester: py-evm inside of this process. Prints JSON: lists of milliseconds."""
import json
import time

from contract import CREATION
from timing import command_line, timed

TIMES = command_line(__doc__).parse_args().times
from eth_tester import EthereumTester, PyEVMBackend  # noqa: E402


def a_test(tester, account, snapshot):
    tester.revert_to_snapshot(snapshot)
    made = tester.send_transaction({"from": account, "gas": 200_000, "data": CREATION})
    counter = tester.get_transaction_receipt(made)["contract_address"]
    for _ in range(2):
        called = tester.send_transaction({"from": account, "to": counter, "gas": 100_000})
        assert tester.get_transaction_receipt(called)["status"] == 1
    assert int(tester.call({"from": account, "to": counter, "gas": 100_000}), 16) == 3


def main():
    begin = time.perf_counter()
    tester = EthereumTester(PyEVMBackend())
    account = tester.get_accounts()[0]
    found = {"start": [1000 * (time.perf_counter() - begin)]}
    snapshot = tester.take_snapshot()
    found["in_process"] = timed(TIMES, a_test, tester, account, snapshot)
    made = tester.send_transaction({"from": account, "gas": 200_000, "data": CREATION})
    counter = tester.get_transaction_receipt(made)["contract_address"]

    def call():
        called = tester.send_transaction({"from": account, "to": counter, "gas": 100_000})
        assert tester.get_transaction_receipt(called)["status"] == 1
    found["call"] = timed(TIMES, call)
    print(json.dumps(found))


if __name__ == "__main__":
    main()
