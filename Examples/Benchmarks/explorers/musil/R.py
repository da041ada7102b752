"""N reads at once over tokens that expire at any time. Each 401 refreshes by itself: bug."""

import sys
from dataclasses import dataclass, replace

from musil import Action, Model, check

N, BUG = int(sys.argv[1]), "bug" in sys.argv

# What a read with a token that has been replaced becomes, and where it goes after a 401 with another token.
STALE = {"reading": "reading (stale)", "again": "again (stale)", "waiting": "waiting (stale)"}
REPEATED = {"reading (stale)": "again", "again (stale)": "last"}


@dataclass(frozen=True)
class Reads:
    phases: tuple[str, ...] = ("idle",) * N
    signed_in: bool = True


def go(state, read, phase):
    return replace(state, phases=state.phases[:read] + (phase,) + state.phases[read + 1 :])


def replace_tokens(state):
    """All that waited for the refresh go on with its tokens."""
    return replace(state, phases=tuple("last" if p == "waiting" else STALE.get(p, p) for p in state.phases))


def replace_tokens_of_one(state, read):
    return go(replace(state, phases=tuple(STALE.get(p, p) for p in state.phases)), read, "last")


def actions(state):
    for i, phase in enumerate(state.phases):
        def action(name, apply):
            return Action(f"{name} {i}", lambda _: True, apply)

        if phase == "idle" and state.signed_in:
            yield action("read", lambda s, i=i: go(s, i, "reading"))
        if phase in ("reading", "again", "last", *REPEATED):
            yield action("200 to", lambda s, i=i: go(s, i, "idle"))
        if phase == "last":
            yield action("401 to", lambda s, i=i: go(s, i, "idle"))
        if BUG:
            if phase in ("reading", "reading (stale)"):
                yield action("401 to", lambda s, i=i: go(s, i, "waiting"))
            if phase == "waiting":
                yield action("new tokens for", lambda s, i=i: replace_tokens_of_one(s, i))
            if phase == "waiting (stale)":
                yield action("no tokens for", lambda s: replace(s, signed_in=False))
        else:
            if phase in REPEATED:
                yield action("401 to", lambda s, i=i: go(s, i, REPEATED[s.phases[i]]))
            if phase in ("reading", "again"):
                yield action("401 to", lambda s, i=i: go(s, i, "waiting"))
    if not BUG and "waiting" in state.phases:
        yield Action("new tokens", lambda _: True, replace_tokens)


model = Model(
    init=Reads(),
    actions_fn=actions,
    invariants={"who did not sign out is signed in": lambda s: s.signed_in},
)
print(check(model, max_states=10**9))
