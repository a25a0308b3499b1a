# revert | out_of_cycles | out_of_memory | out_of_cells
class Doubling:
    def go(self, payload):
        a = ["x"]
        for _ in range(50):
            a = [a, a]
        self.storage["a"] = a
