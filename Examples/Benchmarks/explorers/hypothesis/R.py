"""N reads at once over tokens that expire at any time. Each 401 refreshes by itself: bug."""

import sys
from dataclasses import dataclass

from hypothesis import settings
from hypothesis.stateful import (
    Bundle, RuleBasedStateMachine, consumes, invariant, multiple, precondition, rule, run_state_machine_as_test,
)

N, BUG = int(sys.argv[1]), "bug" in sys.argv


@dataclass(frozen=True)
class Read:
    token: int
    attempt: int = 1


class Reads(RuleBasedStateMachine):
    sent = Bundle("sent")
    refreshes = Bundle("refreshes")

    def __init__(self):
        super().__init__()
        self.token, self.newest, self.running, self.signed_in, self.waiting = 0, 0, 0, True, []

    @precondition(lambda self: self.signed_in and self.running < N)
    @rule(target=sent)
    def read(self):
        self.running += 1
        return Read(self.token)

    @rule(read=consumes(sent))
    def answers_200(self, read):
        self.running -= 1

    @precondition(lambda self: not BUG)
    @rule(target=sent, read=consumes(sent))
    def answers_401(self, read):
        if read.attempt == 3:
            self.running -= 1
        elif read.token != self.token:
            return Read(self.token, read.attempt + 1)
        else:
            self.waiting.append(read)
        return multiple()

    @precondition(lambda self: self.waiting)
    @rule(target=sent)
    def issues_tokens(self):
        self.token += 1
        waiting, self.waiting = self.waiting, []
        return multiple(*(Read(self.token, 3) for _ in waiting))

    @precondition(lambda self: BUG)
    @rule(target=refreshes, read=consumes(sent))
    def answers_401_each(self, read):
        if read.attempt < 3:
            return self.token
        self.running -= 1
        return multiple()

    @precondition(lambda self: BUG)
    @rule(target=sent, token=consumes(refreshes))
    def answers_refresh(self, token):
        if token != self.newest:
            self.signed_in = False
            return multiple()
        self.token = self.newest = token + 1
        return Read(self.token, 3)

    @invariant()
    def who_did_not_sign_out_is_signed_in(self):
        assert self.signed_in


# Without a database, so that no run begins with what an earlier one has found.
run_state_machine_as_test(Reads, settings=settings(database=None))
print("No failure in 100 examples.")
