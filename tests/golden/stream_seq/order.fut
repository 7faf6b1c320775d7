-- Chunks come one after the other: a fold that does not commute.
-- ==
-- input { "abc" } output { [3i64, 97i64, 99i64] }
def main (s: []u8) =
  (stream_seq (\c acc (xs: [c]u8) ->
                 if c == 0 then (acc, [] :> [c]u8)
                 else ([acc[0] + c, if acc[0] == 0 then i64.u8 xs[0] else acc[1], i64.u8 xs[c - 1]], xs))
              [0, 0, 0] s).0
