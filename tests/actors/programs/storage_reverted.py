"""self.storage: what a failed call wrote is not there in the next one; instance attributes are not kept."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


class Program:
    def go_1_write(self, payload):
        self.storage['kept'] = 'first'
        self.attribute = 1
        out(self.attribute)

    def go_2_fails(self, payload):
        self.storage['kept'] = 'changed'
        self.storage['lost'] = 1
        raise ValueError('after writing')

    def go_3_read(self, payload):
        out(self.storage['kept'])
        out(self.storage.get('lost', 'never written'))
        out(hasattr(self, 'attribute'))
