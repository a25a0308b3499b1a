"""Every alignment, sign, width and kind of the format language for int and str."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def tried(thunk):
    try:
        out(thunk())
    except Exception as e:
        pvm_host.emit_event("out", f"{type(e).__name__}: {e}".encode())


def formats(value):
    for fill in ('', '<', '>', '^', '=', '*<', '0>', 'é^'):
        for sign in ('', '+', '-', ' '):
            for rest in ('', '#', '0', '#0'):
                for width in ('', '1', '12'):
                    texts = []
                    for kind in ('', 'd', 'x', 'X', 'b', 'o', ',', '_', '_x', '_b', 'c', 's'):
                        try:
                            texts.append(format(value, fill + sign + rest + width + kind))
                        except (ValueError, OverflowError) as e:
                            texts.append(type(e).__name__ + str(e))
                    pvm_host.emit_event('out', f'{value:d} {fill}{sign}{rest}{width}: {"|".join(texts)}'.encode())


class Program:
    def go_a(self, payload):
        formats(0)

    def go_b(self, payload):
        formats(7)

    def go_c(self, payload):
        formats(-42)

    def go_d(self, payload):
        formats(123456789)

    def go_e(self, payload):
        formats(-10**20)

    def go_text(self, payload):
        for value in ('', 'ab', 'longer text', 'é€'):
            for spec in ('', 's', '5', '<5', '>5', '^5', '*^9', '.1', '.0', '5.1', '-^7.3s', '05', '<05', 's5', '=5', '+', '#', ',', 'd', '5.', '.'):
                tried(lambda: format(value, spec))
