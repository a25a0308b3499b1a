"""self.storage: what is written is read as a copy, tuples as lists, in this call and in the next."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


class Program:
    def go_1_write(self, payload):
        self.storage['n'] = 5
        self.storage['big'] = 2**200
        self.storage['neg'] = -2**70
        self.storage['text'] = 'é\n'
        self.storage['raw'] = b'\x00\xff'
        self.storage['list'] = [1, [2, (3, 4)], {'k': None}]
        self.storage['dict'] = {'b': 1, 'a': [True, False]}
        self.storage[b'bytes key'] = 'found'
        self.storage['gone'] = 1
        del self.storage['gone']
        out(self.storage['n'])
        out(self.storage['big'])
        out(self.storage['text'])
        out(self.storage['raw'])
        out(self.storage['list'])
        out('n' in self.storage)
        out('gone' in self.storage)
        out(self.storage.get('gone'))
        out(self.storage.get('gone', 7))

    def go_2_read(self, payload):
        out(self.storage['n'])
        out(self.storage['big'])
        out(self.storage['neg'])
        out(self.storage['text'])
        out(self.storage['raw'])
        out(self.storage['list'])
        out(sorted(self.storage['dict'].items()))
        out(self.storage[b'bytes key'])
        out('gone' in self.storage)
        copy = self.storage['list']
        copy.append('changed')
        out(self.storage['list'])
        out(copy)
        self.storage['list'] = copy
        self.storage['n'] += 1

    def go_3_again(self, payload):
        out(self.storage['list'])
        out(self.storage['n'])
        out(self.storage['none'] if 'none' in self.storage else 'none')
        try:
            self.storage['missing']
        except KeyError as e:
            out(repr(e))
        try:
            del self.storage['missing']
        except KeyError as e:
            out('deleted nothing')
        self.storage['none'] = None
        out(self.storage['none'])
        out(self.storage.get('none', 5))
        out('none' in self.storage)
