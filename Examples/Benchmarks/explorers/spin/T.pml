/* Tokens that are saved, with N reads, sign-ins and sign-outs at once, lost answers, and an end of the process at any
   moment. The server accepts a replaced token until a later one is used, so that it refuses no refresh. */
#ifndef N
#define N 2
#endif
#define none 255
mtype = { idle, reading, again, last, late,             /* a read; late: of a session that has ended */
          comparing, exchanging, arriving, storing, joined, /* a refresh, and a read that waits for it */
          signingIn, answering, opening, removing, closing };
mtype phase[N] = idle;
bool isStale[N];   /* the token that was sent has been replaced */
bool isOver[N];    /* the refresh or the sign-in belongs to a session that has ended, or is overtaken */
byte leader[N] = none;
bool isSignedIn;
mtype = { nothing, current, former };
mtype saved = nothing;
chan disk = [N] of { byte };   /* writes, one after the other */
byte i, j;

#define me _pid
#define isRefusable (phase[me] == reading || phase[me] == again)
#define isRefresh(k) (phase[k] == comparing || phase[k] == exchanging || phase[k] == arriving || phase[k] == storing)
#define isWriting (disk ? [eval(me)])

inline go(next) { phase[me] = next; isStale[me] = false; isOver[me] = false }
inline write(next) { phase[me] = next; disk ! me }

/* A sign-in or a sign-out ends what belongs to the session before. */
inline endSession() {
  for (i : 0 .. N - 1) {
    if
    :: phase[i] == reading || phase[i] == again || phase[i] == last -> phase[i] = late; isStale[i] = false
    :: isRefresh(i) || phase[i] == signingIn || phase[i] == answering -> isOver[i] = true
    :: else
    fi
  }
  i = 0
}

inline joinRefresh() {
  isStale[me] = false; j = none;
  for (i : 0 .. N - 1) { if :: isRefresh(i) && !isOver[i] -> j = i :: else fi }
  if
  :: j == none -> write(comparing)
  :: else -> leader[me] = j; phase[me] = joined
  fi
  i = 0; j = 0
}

/* Goes on with those that have waited, after new tokens or without. */
inline endRefresh(next, hasTokens) {
  for (i : 0 .. N - 1) {
    if
    :: i == me || leader[i] == me -> leader[i] = none; phase[i] = next
    :: hasTokens && i != me && (phase[i] == reading || phase[i] == again) -> isStale[i] = true
    :: else
    fi
  }
  i = 0; isOver[me] = false
}

active [N] proctype action() {
  do
  /* A read. */
  :: d_step { isSignedIn && phase[me] == idle -> go(reading) }
  :: d_step { isRefusable || phase[me] == last || phase[me] == late -> go(idle) }
  :: d_step { phase[me] == reading && isStale[me] -> go(again) }
  :: d_step { phase[me] == again && isStale[me] -> go(last) }
  :: d_step { isRefusable && !isStale[me] -> joinRefresh() }
  /* Its refresh. */
  :: d_step { phase[me] == comparing && isWriting -> disk ? i; i = 0;
       if
       :: isOver[me] -> endRefresh(idle, false)
       :: else -> saved = current; phase[me] = exchanging
       fi
     }
  :: d_step { phase[me] == exchanging -> phase[me] = arriving }
  :: d_step { phase[me] == arriving && isOver[me] -> endRefresh(idle, false) }
  :: d_step { phase[me] == arriving && !isOver[me] -> write(storing) }
  :: d_step { phase[me] == arriving -> endRefresh(idle, false) }   /* lost */
  :: d_step { phase[me] == storing && isWriting -> disk ? i; i = 0;
       if
       :: isOver[me] -> endRefresh(idle, false)
       :: else -> saved = current; endRefresh(last, true)
       fi
     }
  /* A sign-in. */
  :: d_step { !isSignedIn && phase[me] == idle -> endSession(); go(signingIn) }
  :: d_step { phase[me] == signingIn -> phase[me] = answering }
  :: d_step { phase[me] == answering && isOver[me] -> go(closing) }
  :: d_step { phase[me] == answering && !isOver[me] -> go(opening); endSession(); isSignedIn = true; disk ! me }
  :: d_step { phase[me] == answering -> go(idle) }   /* lost */
  :: d_step { phase[me] == opening && isWriting -> disk ? i; i = 0;
       if :: isSignedIn -> saved = current :: else fi;
       go(idle)
     }
  /* A sign-out. */
  :: d_step { isSignedIn && phase[me] == idle -> isSignedIn = false; endSession();
       if :: saved == current -> saved = former :: else fi;
       write(removing)
     }
  :: d_step { phase[me] == removing && isWriting -> disk ? i; i = 0;
       if :: isSignedIn -> saved = current :: else -> saved = nothing fi;
       go(closing)
     }
  :: d_step { phase[me] == closing -> go(idle) }
  od
}

/* It can come in every state: there, signed in at rest means saved, and signed out means forgotten. */
active proctype kill() {
  do
  :: d_step {
       j = 0;
       for (i : 0 .. N - 1) { if :: phase[i] != idle -> j = 1 :: else fi }
       assert(j == 1 || saved == (isSignedIn -> current : nothing));
       j = 0;
       for (i : 0 .. N - 1) {
         phase[i] = idle; isStale[i] = false; isOver[i] = false; leader[i] = none
       }
       do
       :: disk ? i
       :: empty(disk) -> break
       od;
       i = 0; isSignedIn = saved != nothing;
       if :: isSignedIn -> saved = current :: else fi
     }
  od
}
