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
    total, shown = 0, []
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
                    text = '|'.join(texts)
                    total = (total * 31 + sum(map(ord, text)) + len(text)) % 1000003
                    if total % 37 == 0:
                        shown.append((fill + sign + rest + width, text))
    return total, shown


class Program:
    def go_a(self, payload):
        out(formats(0))

    def go_b(self, payload):
        out(formats(7))

    def go_c(self, payload):
        out(formats(-42))

    def go_d(self, payload):
        out(formats(123456789))

    def go_e(self, payload):
        out(formats(-10**20))

    def go_text(self, payload):
        for value in ('', 'ab', 'longer text', 'é€'):
            for spec in ('', 's', '5', '<5', '>5', '^5', '*^9', '.1', '.0', '5.1', '-^7.3s', '05', '<05', 's5', '=5', '+', '#', ',', 'd', '5.', '.'):
                tried(lambda: format(value, spec))
