# refused
async def go(payload):
    return b""
