"""N reads at once of an asyncio client over tokens that expire at any time. Each 401 refreshes by itself: bug."""

import asyncio
import sys

import simloom

N, BUG = int(sys.argv[1]), "bug" in sys.argv


class Unauthorized(Exception):
    pass


class Server:
    newest = 0

    async def read(self):
        await asyncio.sleep(0)
        if simloom.draw("401", 2):
            raise Unauthorized
        await asyncio.sleep(0)

    async def refresh(self, token):
        await asyncio.sleep(0)
        if token != self.newest:
            raise Unauthorized
        self.newest += 1
        return self.newest


class Client:
    def __init__(self, server):
        self.server, self.token, self.signed_in, self.refreshing = server, 0, True, None

    async def read(self):
        for _ in range(3):
            sent = self.token
            try:
                return await self.server.read()
            except Unauthorized:
                if BUG:
                    await self.refresh()
                elif sent == self.token:
                    self.refreshing = self.refreshing or asyncio.create_task(self.refresh())
                    await self.refreshing

    async def refresh(self):
        try:
            self.token = await self.server.refresh(self.token)
        except Unauthorized:
            self.signed_in = False
        self.refreshing = None


async def reads():
    client = Client(Server())
    await asyncio.gather(*(client.read() for _ in range(N)))
    assert client.signed_in, "who did not sign out is signed in"


if BUG:
    exploration = simloom.explore(reads, runs=2_000)
    print(exploration.summary())
    print(simloom.shrink(reads, exploration.first_failure).describe())
else:
    for delays in range(1, 9):
        result = simloom.explore_systematic(reads, max_delays=delays, max_schedules=10**9)
        print(f"{delays} delays: {result.schedules} schedules, proven: {result.proven_correct}", flush=True)
