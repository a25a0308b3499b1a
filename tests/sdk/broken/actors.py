"""Ten actors, each with a known mistake, and each with its repair: (name, mistake, source, broken part, repaired part)."""

HEAD = "import base64, json, pvm_host\nfrom cowboy_sdk import only_owner, only_self\n\n\n"

NO_GUARD = HEAD + '''class Heartbeat:
    def deploy(self):
        self._wait()

    def handle_timer(self, payload):
        self.storage["beats"] = self.storage.get("beats", 0) + 1
        self._wait()

    def _wait(self):
        pvm_host.schedule_timer(pvm_host.block_height() + 2, b"", gas_limit=20_000)
'''

NO_RESCHEDULE = HEAD + '''class Rate:
    def deploy(self):
        self.storage["rate"] = b"1"
        self._wait()

    def set(self, payload):
        self.storage["rate"] = payload

    @only_self
    def handle_timer(self, payload):
        self.storage["sum"] = self.storage.get("sum", 0) + int(self.storage["rate"])
        self._wait()

    def _wait(self):
        pvm_host.schedule_timer(pvm_host.block_height() + 1, b"", gas_limit=20_000)
'''

REFUND_ASSUMED = HEAD + '''class Payout:
    @only_owner
    def start(self, payload):
        if "started" not in self.storage:
            self.storage["started"] = True
            pvm_host.schedule_timer(pvm_host.block_height() + 1, b"", gas_limit=20_000)

    @only_self
    def handle_timer(self, payload):
        self._pay()

    @only_self
    def handle_message(self, payload):
        self._pay()

    def _pay(self):
        pvm_host.transfer(self.deployer, pvm_host.balance(self.address))
        self.storage["paid"] = True
'''

DOUBLE_SCHEDULE = HEAD + '''class Starter:
    def start(self, payload):
        self.storage["timer"] = pvm_host.schedule_timer(pvm_host.block_height() + 3, b"", gas_limit=20_000)

    @only_self
    def handle_timer(self, payload):
        self.storage["timer"] = None
'''

COPY_CHANGED = HEAD + '''class Notes:
    def deploy(self):
        self.storage["notes"] = []

    def add(self, payload):
        notes = self.storage["notes"]
        notes.append(payload)
'''

STALE_ID = HEAD + '''class Alarm:
    def deploy(self):
        self.storage["timer"] = pvm_host.schedule_timer(pvm_host.block_height() + 3, b"", gas_limit=20_000)

    @only_owner
    def stop(self, payload):
        if self.storage["timer"] is not None:
            pvm_host.cancel_timer(self.storage["timer"])
            self.storage["timer"] = None

    @only_self
    def handle_timer(self, payload):
        self.storage["rung"] = True
'''

OPEN_PURSE = HEAD + '''class Purse:
    def take(self, payload):
        pvm_host.transfer(pvm_host.context()["sender"], min(1_000, pvm_host.balance(self.address)))
'''

GROWING_LIST = HEAD + '''class Board:
    def deploy(self):
        self.storage["posts"] = []
        self._wait()

    def post(self, payload):
        posts = self.storage["posts"]
        posts.append(len(payload))
        self.storage["posts"] = posts

    @only_self
    def handle_timer(self, payload):
        self.storage["sum"] = sum([n * n for n in self.storage["posts"]])
        self._wait()

    def _wait(self):
        pvm_host.schedule_timer(pvm_host.block_height() + 1, b"", gas_limit=2_235)
'''

TIGHT_EXPIRY = HEAD + '''class Deadline:
    def deploy(self):
        height = pvm_host.block_height() + 2
        pvm_host.schedule_timer(height, b"", gas_limit=20_000, expires_at=height)

    @only_self
    def handle_timer(self, payload):
        self.storage["done"] = True
'''

PASSED_ON = HEAD + '''class Reminder:
    def remind(self, payload):
        pvm_host.schedule_timer(pvm_host.block_height() + 1, payload, gas_limit=30_000)

    @only_self
    def wipe(self, payload):
        self.storage["wiped"] = True

    @only_self
    def handle_timer(self, payload):
        pvm_host.emit_event("reminder", payload)
'''

ACTORS = [
    ("no_guard", NO_GUARD, "    def handle_timer", "    @only_self\n    def handle_timer"),
    ("no_reschedule", NO_RESCHEDULE, "        self.storage[\"rate\"] = payload\n\n    @only_self\n", "        self.storage[\"rate\"] = str(int(payload)).encode()\n\n    @only_self\n"),
    ("refund_assumed", REFUND_ASSUMED, "    def handle_timer(self, payload):\n        self._pay()", "    def handle_timer(self, payload):\n"
     "        pvm_host.send_message(self.address, b\"\", gas=8_000, cells=500)"),
    ("double_schedule", DOUBLE_SCHEDULE, "        self.storage[\"timer\"] = pvm_host", "        if self.storage.get(\"timer\") is None:\n            self.storage[\"timer\"] = pvm_host"),
    ("copy_changed", COPY_CHANGED, "        notes.append(payload)\n", "        notes.append(payload)\n        self.storage[\"notes\"] = notes\n"),
    ("stale_id", STALE_ID, "        self.storage[\"rung\"] = True\n", "        self.storage[\"rung\"] = True\n        self.storage[\"timer\"] = None\n"),
    ("open_purse", OPEN_PURSE, "    def take", "    @only_owner\n    def take"),
    ("growing_list", GROWING_LIST, "        posts.append(len(payload))\n", "        posts = [*posts[-2:], len(payload)]\n"),
    ("tight_expiry", TIGHT_EXPIRY, "expires_at=height)", "expires_at=height + 1_000)"),
    ("passed_on", PASSED_ON, "block_height() + 1, payload,", "block_height() + 1, b\"\\0\" + payload,"),
]


def source(name, repaired):
    """An actor with its mistake, or repaired."""
    _, text, broken, repair = next(row for row in ACTORS if row[0] == name)
    assert text.count(broken) == 1, name
    return text.replace(broken, repair) if repaired else text
