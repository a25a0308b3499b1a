# revert
class Deep:
    def go(self, payload):
        a = []
        for _ in range(100):
            a = [a]
        self.storage["a"] = a
