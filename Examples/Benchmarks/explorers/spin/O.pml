/* An outbox of D drafts, with a full disk, lost requests and answers, and an end of the process at any moment. */
#ifndef D
#define D 2
#endif
mtype = { unwritten, saving, queued, sending, answering, removing, failed, gone };
mtype phase[D] = unwritten;
bool isPromised[D], isSaved[D], isPublished[D], isShown[D];
bool isSending;
chan turn = [D] of { byte };
byte i;

#define draft _pid

inline takeTurn() {
  if
  :: isSending -> turn ! draft; phase[draft] = queued
  :: else -> isSending = true; phase[draft] = sending
  fi
}

inline giveTurn(next) {
  phase[draft] = next;
  if
  :: turn ? i -> phase[i] = sending; i = 0
  :: empty(turn) -> isSending = false
  fi
}

inline confirm() { assert(!isShown[draft]); isShown[draft] = true }

active [D] proctype post() {
  do
  :: d_step { phase[draft] == unwritten && (draft == 0 || phase[draft - 1] != unwritten) -> phase[draft] = saving }
  :: d_step { phase[draft] == failed -> phase[draft] = saving }
  :: d_step { phase[draft] == saving -> isSaved[draft] = true; isPromised[draft] = true; takeTurn() }
  :: d_step { phase[draft] == saving -> takeTurn() }   /* full */
  :: d_step { phase[draft] == sending -> isPublished[draft] = true; phase[draft] = answering }
  :: d_step { phase[draft] == sending || phase[draft] == answering -> giveTurn(failed) }   /* lost */
  :: d_step { phase[draft] == answering -> phase[draft] = removing }
  :: d_step { phase[draft] == removing -> confirm(); isSaved[draft] = false; giveTurn(gone) }
  :: d_step { phase[draft] == removing -> confirm(); giveTurn(gone) }   /* full */
  od
}

active proctype kill() {
  do
  :: d_step {
       for (i : 0 .. D - 1) {
         assert(!isPromised[i] || isSaved[i] || isPublished[i]);
         if
         :: phase[i] == unwritten
         :: phase[i] != unwritten && isSaved[i] -> phase[i] = failed; isShown[i] = false
         :: else -> phase[i] = gone; isShown[i] = false
         fi
       }
       do
       :: turn ? i
       :: empty(turn) -> break
       od;
       i = 0; isSending = false
     }
  od
}
