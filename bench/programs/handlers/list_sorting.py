# Orders of a book sorted by number, by key and by pair, filtered, reversed, looked up by halving.
def find(prices, wanted):
    low = 0
    high = len(prices)
    while low < high:
        middle = (low + high) // 2
        if prices[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low


def run(payload):
    orders = []
    state = 7
    for i in range(8000):
        state = (state * 75 + 74) % 65537
        orders.append((state, i))
    by_price = sorted(orders)
    by_age = sorted(orders, key=lambda order: 0 - order[1])
    prices = [order[0] for order in by_price]
    cheap = [order for order in by_age if order[0] < 20000]
    cheap.sort(key=lambda order: order[0], reverse=True)
    rank = 0
    for i in range(0, 65537, 16):
        rank += find(prices, i)
    numbers = [order[0] * 31 % 1009 for order in orders]
    numbers.sort()
    total = 0
    for i in range(len(numbers)):
        total += numbers[i] * (i % 7)
    return (str(rank) + "/" + str(len(cheap)) + "/" + str(cheap[0][1]) + "/" + str(total)).encode()
