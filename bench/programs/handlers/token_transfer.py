# A token: balances in storage, an allowance checked, a transfer with its fee, 6,000 times.
class Token:
    def balance(self, name):
        kept = self.storage.get(name)
        if kept is None:
            return 0
        return int(kept.decode())

    def set_balance(self, name, amount):
        self.storage[name] = str(amount).encode()

    def transfer(self, sender, to, amount):
        if amount <= 0:
            raise ValueError("nothing to transfer")
        have = self.balance(sender)
        fee = amount // 100 + 1
        if have < amount + fee:
            return False
        self.set_balance(sender, have - amount - fee)
        self.set_balance(to, self.balance(to) + amount)
        self.set_balance(b"treasury", self.balance(b"treasury") + fee)
        return True

    def run(self, payload):
        names = []
        for i in range(50):
            name = ("account" + str(i)).encode()
            names.append(name)
            self.set_balance(name, 100000)
        done = 0
        for i in range(6000):
            if self.transfer(names[i * 7 % 50], names[(i * 13 + 5) % 50], i % 97 + 1):
                done += 1
        total = self.balance(b"treasury")
        for name in names:
            total += self.balance(name)
        return (str(done) + "/" + str(total)).encode()
