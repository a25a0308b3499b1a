# refused
import asyncio


def go(payload):
    return b""
