/* Nothing is sent until the app is killed, with one process for each answer. Mended: -DMENDED. */
bool isPending;
bool isEnabled = true;
bool isOnline = true;
bool isUserDone;
byte unsent;

inline flush() {
  isPending = isEnabled && unsent > 0
}

active proctype user() {
  do
  :: atomic { unsent < 2 -> unsent++; if :: !isPending -> flush() :: else fi }
  :: atomic { isOnline -> isOnline = false }
  :: atomic { !isOnline -> isOnline = true; isEnabled = true; if :: !isPending -> flush() :: else fi }
  :: isUserDone = true; break
  od
}

active proctype sent() {
end:
  do
  :: atomic { isPending -> unsent--; flush() }
  od
}

active proctype timedOut() {
end:
  do
  :: atomic { isPending ->
#ifdef MENDED
       isEnabled = isOnline;
#else
       isEnabled = false;
#endif
       flush()
     }
  od
}

ltl settles { [] ((isUserDone && isOnline && unsent > 0) -> <> (unsent == 0)) }
