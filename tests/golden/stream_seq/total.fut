-- A fold over chunks of any size gives one result.
-- ==
-- input { 1000i64 } output { 499500i64 999i64 }
-- input { 0i64 } output { 0i64 -1i64 }
def main (n: i64) =
  let (s, doubled) =
    stream_seq (\c s (xs: [c]i64) -> (s + i64.sum xs, map (* 2) xs)) 0 (iota n)
  in (s, if n == 0 then -1 else doubled[n - 1] / 2)
