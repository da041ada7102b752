"""An outbox of D drafts, with a full disk, lost requests and answers, and an end of the process at any moment."""

import sys
from dataclasses import dataclass, replace

from musil import Action, Model, check

D = int(sys.argv[1])


@dataclass(frozen=True)
class Draft:
    phase: str = "unwritten"
    promised: bool = False
    saved: bool = False
    published: bool = False
    times_shown: int = 0


@dataclass(frozen=True)
class Outbox:
    drafts: tuple[Draft, ...] = (Draft(),) * D
    sending: bool = False
    turn: tuple[int, ...] = ()


def change(state, number, **changes):
    draft = replace(state.drafts[number], **changes)
    return replace(state, drafts=state.drafts[:number] + (draft,) + state.drafts[number + 1 :])


def take_turn(state, number, **changes):
    if state.sending:
        return replace(change(state, number, phase="queued", **changes), turn=state.turn + (number,))
    return replace(change(state, number, phase="sending", **changes), sending=True)


def give_turn(state, number, **changes):
    state = change(state, number, **changes)
    if not state.turn:
        return replace(state, sending=False)
    return replace(change(state, state.turn[0], phase="sending"), turn=state.turn[1:])


def show(state, number, **changes):
    times_shown = state.drafts[number].times_shown + 1
    return give_turn(state, number, phase="gone", times_shown=times_shown, **changes)


def kill(state):
    def launched(draft):
        if draft.phase == "unwritten":
            return draft
        return replace(draft, phase="failed" if draft.saved else "gone", times_shown=0)

    return Outbox(drafts=tuple(map(launched, state.drafts)))


def actions(state):
    for i, draft in enumerate(state.drafts):
        def action(name, apply):
            return Action(f"{name} {i}", lambda _: True, lambda s, i=i: apply(s, i))

        match draft.phase:
            case "unwritten" if i == 0 or state.drafts[i - 1].phase != "unwritten":
                yield action("post", lambda s, i: change(s, i, phase="saving"))
            case "failed":
                yield action("retry", lambda s, i: change(s, i, phase="saving"))
            case "saving":
                yield action("saved:", lambda s, i: take_turn(s, i, saved=True, promised=True))
                yield action("full:", take_turn)
            case "sending":
                yield action("published:", lambda s, i: change(s, i, phase="answering", published=True))
                yield action("lost:", lambda s, i: give_turn(s, i, phase="failed"))
            case "answering":
                yield action("answer to", lambda s, i: change(s, i, phase="removing"))
                yield action("lost:", lambda s, i: give_turn(s, i, phase="failed"))
            case "removing":
                yield action("removed:", lambda s, i: show(s, i, saved=False))
                yield action("full:", show)
    yield Action("kill", lambda _: True, kill)


model = Model(
    init=Outbox(),
    actions_fn=actions,
    invariants={
        "what was saved is on the server or still saved": lambda s: all(
            not draft.promised or draft.saved or draft.published for draft in s.drafts
        ),
        "a post reaches the feed once": lambda s: all(draft.times_shown < 2 for draft in s.drafts),
    },
)
print(check(model, max_states=10**9))
