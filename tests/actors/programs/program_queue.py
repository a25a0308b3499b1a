"""Queue, heap and linked list written by hand."""
import pvm_host
from cowboy_sdk import actor


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


class Heap:
    def __init__(self, items=()):
        self.items = []
        for item in items:
            self.push(item)

    def push(self, item):
        self.items.append(item)
        i = len(self.items) - 1
        while i > 0 and self.items[i] < self.items[(i - 1) // 2]:
            parent = (i - 1) // 2
            self.items[i], self.items[parent] = self.items[parent], self.items[i]
            i = parent

    def pop(self):
        top = self.items[0]
        last = self.items.pop()
        if self.items:
            self.items[0] = last
            i = 0
            while True:
                small = min((c for c in (i, 2 * i + 1, 2 * i + 2) if c < len(self.items)), key=self.items.__getitem__)
                if small == i:
                    break
                self.items[i], self.items[small] = self.items[small], self.items[i]
                i = small
        return top

    def __len__(self):
        return len(self.items)


class Node:
    def __init__(self, value, after=None):
        self.value, self.after = value, after


class Linked:
    def __init__(self, values=()):
        self.head = None
        for v in reversed(list(values)):
            self.head = Node(v, self.head)

    def __iter__(self):
        node = self.head
        while node:
            yield node.value
            node = node.after

    def reverse(self):
        before, node = None, self.head
        while node:
            node.after, before, node = before, node, node.after
        self.head = before
        return self


@actor
class Program:
    def go(self, payload):
        h = Heap((7 * i % 31, i) for i in range(31))
        out(len(h))
        out([h.pop() for _ in range(10)])
        h.push((0, 'new'))
        out(h.pop())
        out(len(h))
        out(list(Linked('abcd')))
        out(list(Linked(range(5)).reverse()))
        out(3 in Linked([1, 2, 3]))
