/* "Retrying" for ever, with one process for each answer. Mended: -DMENDED. */
bool isPending, isRevoked;

active proctype user() {
  isPending = true;   /* connect */
  isRevoked = true    /* by the user, on another device */
}

active proctype token() {
end:
  do
  :: atomic { isPending && !isRevoked -> isPending = false }
  od
}

active proctype refusal() {
end:
  do
  :: atomic { isPending && isRevoked ->
#ifdef MENDED
       isPending = false
#else
       isPending = true
#endif
     }
  od
}

active proctype offline() {
end:
  do
  :: atomic { isPending -> isPending = true }
  od
}

ltl settles { <> [] !isPending }
