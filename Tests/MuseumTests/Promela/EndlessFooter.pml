/* A failed page is asked for again, with one process for each answer. Mended: -DMENDED. */
bool isPending;
byte rows;

active proctype user() {
  isPending = true    /* scroll to the end */
}

active proctype twoRows() {
end:
  do
  :: atomic { isPending && rows == 0 -> rows = 2 }
  od
}

active proctype failure() {
end:
  do
  :: atomic { isPending && rows > 0 ->
#ifdef MENDED
       isPending = false
#else
       isPending = true
#endif
     }
  od
}

ltl settles { <> [] !isPending }
