# refused
class A:
    async def go(self, payload):
        return b""
