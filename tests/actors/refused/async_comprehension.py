# refused
async def f(x):
    return [i async for i in x]


def go(payload):
    return b""
