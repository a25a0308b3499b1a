# refused
async def f(x):
    async for i in x:
        pass


def go(payload):
    return b""
