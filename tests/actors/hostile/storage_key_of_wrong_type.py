# revert
class Wrong:
    def go(self, payload):
        self.storage[[1]] = 0
