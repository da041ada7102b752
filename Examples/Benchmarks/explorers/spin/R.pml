/* N reads at once over tokens that expire at any time. Each 401 refreshes by itself: -DBUG. */
#ifndef N
#define N 2
#endif
mtype = { idle, reading, again, waiting, last };
mtype phase[N] = idle;
bool isStale[N];   /* the token that was sent has been replaced */
bool isRefreshing, isSignedIn = true;
byte i;

#define isRefusable (phase[_pid] == reading || phase[_pid] == again)

inline go(next) { phase[_pid] = next; isStale[_pid] = false }

active [N] proctype read() {
  do
  :: d_step { isSignedIn && phase[_pid] == idle -> go(reading) }
  :: d_step { isRefusable || phase[_pid] == last -> go(idle) }
#ifdef BUG
  :: d_step { phase[_pid] == reading -> go(waiting) }
  :: d_step { phase[_pid] == waiting && isStale[_pid] -> isSignedIn = false; assert(isSignedIn) }
  :: d_step { phase[_pid] == waiting && !isStale[_pid] ->
       for (i : 0 .. N - 1) { isStale[i] = phase[i] == reading || phase[i] == waiting }
       i = 0; go(last)
     }
#else
  :: d_step { phase[_pid] == reading && isStale[_pid] -> go(again) }
  :: d_step { phase[_pid] == again && isStale[_pid] -> go(last) }
  :: d_step { isRefusable && !isStale[_pid] -> go(waiting); isRefreshing = true }
#endif
  od
}

#ifndef BUG
active proctype refresh() {
  do
  :: d_step { isRefreshing ->
       for (i : 0 .. N - 1) {
         if
         :: phase[i] == waiting -> phase[i] = last
         :: phase[i] == reading || phase[i] == again -> isStale[i] = true
         :: else
         fi
       }
       i = 0; isRefreshing = false
     }
  od
}
#endif
