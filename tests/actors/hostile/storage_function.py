# revert
class Wrong:
    def go(self, payload):
        self.storage["f"] = lambda: 0
