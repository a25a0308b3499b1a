# An order book and vectors as objects: attributes, methods that call methods, operators of classes, counters on
# instances.
class Vector:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)

    def __eq__(self, other):
        return self.x == other.x and self.y == other.y

    def squared(self):
        return self.x * self.x + self.y * self.y


class Order:
    fee = 3

    def __init__(self, owner, price, amount):
        self.owner = owner
        self.price = price
        self.amount = amount
        self.filled = 0

    def left(self):
        return self.amount - self.filled

    def cost(self):
        return self.price * self.filled + self.fee

    def fill(self, amount):
        taken = min(amount, self.left())
        self.filled += taken
        return taken


class Book:
    def __init__(self):
        self.orders = []
        self.volume = 0
        self.fills = 0

    def add(self, order):
        self.orders.append(order)

    def buy(self, amount):
        for order in self.orders:
            if amount == 0:
                break
            if order.left() == 0:
                continue
            taken = order.fill(amount)
            amount -= taken
            self.volume += taken * order.price
            self.fills += 1
        return amount


def run(payload):
    here = Vector(0, 0)
    east = Vector(1, 0)
    turns = 0
    for i in range(8000):
        here = here + Vector(i % 3, i % 5)
        if here == east or here.squared() % 7 == 0:
            turns += 1
    book = Book()
    for i in range(400):
        book.add(Order(i % 20, 100 + i * 7 % 50, 10 + i % 15))
    unfilled = 0
    for i in range(600):
        unfilled += book.buy(i % 23)
    cost = 0
    for order in book.orders:
        cost += order.cost()
    return (str(here.squared()) + "/" + str(turns) + "/" + str(book.volume) + "/" + str(book.fills) + "/" + str(cost + unfilled)).encode()
