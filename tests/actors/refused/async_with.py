# refused
async def f(x):
    async with x:
        pass


def go(payload):
    return b""
