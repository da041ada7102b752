/* A page of muted posts is asked for again, with one process for each answer. Mended: -DMENDED. */
bool isPending, isMuted;
byte shown;           /* the number of the last post that is shown */
byte last;            /* the number of the last post that was sent */

#ifdef MENDED
#define cursor last
#else
#define cursor shown
#endif

active proctype user() {
  isPending = true;   /* scroll to the end */
  isMuted = true
}

active proctype mutedPost() {
end:
  do
  :: atomic { isPending && cursor == 0 ->
       last = 1;
       if
       :: isMuted -> skip
       :: else -> shown = 1; isPending = false
       fi
     }
  od
}

active proctype otherPost() {
end:
  do
  :: atomic { isPending && cursor == 1 -> last = 2; shown = 2; isPending = false }
  od
}

ltl settles { <> [] !isPending }
