-- Arithmetic, shifts, bits, comparisons, logic: each tighter than the next.
-- ==
-- input { } output { 14 1 13 6 9 true true }
def main =
  ( 2 + 3 * 4
  , 7 & 3 ^ 2
  , 1 + 3 << 2 - 2 + 1 | 5
  , 4 | 2 & 7
  , 3 ** 2
  , 5 & 4 == 4
  , 1 + 1 < 3 && 2 * 2 == 4 || false
  )
