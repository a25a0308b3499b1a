# revert
class Loop:
    def go(self, payload):
        a = []
        a.append(a)
        self.storage["a"] = a
