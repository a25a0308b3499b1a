# revert|out_of_cycles|out_of_memory
class Grows(ExceptionGroup):
    def derive(self, excs):
        return Grows(self.message, [self] + list(excs))

    def split(self, types):
        raise self


class Other:
    pass


def go(payload):
    g = Grows("g", [ValueError(1), KeyError(2)])
    while True:
        try:
            raise g
        except* ValueError:
            pass
