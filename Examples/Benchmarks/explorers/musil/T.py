"""Tokens that are saved, with N reads, sign-ins and sign-outs at once, lost answers, and an end of the process at any
moment. The server accepts a replaced token until a later one is used, so that it refuses no refresh."""

import sys
from dataclasses import dataclass, replace

from musil import Action, Model, check

N = int(sys.argv[1])


@dataclass(frozen=True)
class Slot:
    """A read, with its refresh or the slot whose refresh it waits for, a sign-in or a sign-out."""

    phase: str = "idle"
    stale: bool = False  # the token that was sent has been replaced
    over: bool = False  # it belongs to a session that has ended, or is overtaken
    leader: int | None = None


@dataclass(frozen=True)
class Tokens:
    slots: tuple[Slot, ...] = (Slot(),) * N
    signed_in: bool = False
    saved: str | None = None  # "current", or "former" for a session that has ended
    writes: tuple[int, ...] = ()


REFRESH = ("comparing", "exchanging", "arriving", "storing")


def go(state, i, phase, **changes):
    return replace(state, slots=state.slots[:i] + (Slot(phase, **changes),) + state.slots[i + 1 :])


def proceed(state, i, phase):
    """Goes on with the same task."""
    return go(state, i, phase, over=state.slots[i].over)


def write(state, i, phase):
    return replace(proceed(state, i, phase), writes=state.writes + (i,))


def written(state, saved):
    return replace(state, saved=saved, writes=state.writes[1:])


def end_session(state):
    """A sign-in or a sign-out ends what belongs to the session before."""

    def ended(slot):
        if slot.phase in ("reading", "again", "last"):
            return Slot("late")
        return replace(slot, over=True) if slot.phase in (*REFRESH, "signing in", "answering") else slot

    return replace(state, slots=tuple(map(ended, state.slots)))


def join_refresh(state, i):
    for leader, slot in enumerate(state.slots):
        if slot.phase in REFRESH and not slot.over:
            return go(state, i, "joined", leader=leader)
    return write(state, i, "comparing")


def end_refresh(state, i, phase, has_tokens=False):
    """Goes on with those that have waited, after new tokens or without."""

    def ended(j, slot):
        if j == i or slot.leader == i:
            return Slot(phase)
        return replace(slot, stale=slot.stale or has_tokens and slot.phase in ("reading", "again"))

    return replace(state, slots=tuple(ended(j, slot) for j, slot in enumerate(state.slots)))


def compare(state, i):
    if state.slots[i].over:
        return end_refresh(written(state, state.saved), i, "idle")
    return proceed(written(state, "current"), i, "exchanging")


def store(state, i):
    if state.slots[i].over:
        return end_refresh(written(state, state.saved), i, "idle")
    return end_refresh(written(state, "current"), i, "last", has_tokens=True)


def sign_in(state, i):
    return go(end_session(state), i, "signing in")


def open_session(state, i):
    return replace(write(end_session(go(state, i, "idle")), i, "opening"), signed_in=True)


def sign_out(state, i):
    return write(end_session(replace(state, signed_in=False, saved=state.saved and "former")), i, "removing")


def actions(state):
    for i, slot in enumerate(state.slots):
        def action(name, apply):
            return Action(f"{name} {i}", lambda _: True, lambda s, i=i: apply(s, i))

        def to(phase):
            return lambda s, i: go(s, i, phase)

        is_written = state.writes[:1] == (i,)
        match slot.phase:
            case "idle" if state.signed_in:
                yield action("read", to("reading"))
                yield action("sign out", sign_out)
            case "idle":
                yield action("sign in", sign_in)
            case "reading" | "again":
                yield action("200 to", to("idle"))
                repeated = to("again" if slot.phase == "reading" else "last")
                yield action("401 to", repeated if slot.stale else join_refresh)
            case "last" | "late":
                yield action("answer to", to("idle"))
            case "comparing" if is_written:
                yield action("compared:", compare)
            case "exchanging":
                yield action("refresh", lambda s, i: proceed(s, i, "arriving"))
            case "arriving":
                yield action("lost:", lambda s, i: end_refresh(s, i, "idle"))
                if slot.over:
                    yield action("tokens for", lambda s, i: end_refresh(s, i, "idle"))
                else:
                    yield action("tokens for", lambda s, i: write(s, i, "storing"))
            case "storing" if is_written:
                yield action("stored:", store)
            case "signing in":
                yield action("open", lambda s, i: proceed(s, i, "answering"))
            case "answering":
                yield action("lost:", to("idle"))
                yield action("session for", to("closing") if slot.over else open_session)
            case "opening" if is_written:
                yield action("saved:", lambda s, i: go(written(s, "current" if s.signed_in else s.saved), i, "idle"))
            case "removing" if is_written:
                yield action("removed:", lambda s, i: go(written(s, "current" if s.signed_in else None), i, "closing"))
            case "closing":
                yield action("closed:", to("idle"))
    saved = state.saved and "current"
    yield Action("kill", lambda _: True, lambda s: Tokens(saved=saved, signed_in=saved is not None))


def is_consistent(state):
    at_rest = all(slot.phase == "idle" for slot in state.slots)
    return not at_rest or state.saved == ("current" if state.signed_in else None)


model = Model(
    init=Tokens(),
    actions_fn=actions,
    invariants={"at rest, signed in means saved, and signed out means forgotten": is_consistent},
)
print(check(model, max_states=10**9))
