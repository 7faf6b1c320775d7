-- What a function's body gives is its result's size, though the size is written as one of its own.
-- ==
-- input { 3i64 } output { [0i64, 2i64, 4i64] 4i64 }

def evens (n: i64) : ?[k].[k]i64 = map (* 2) (iota n)

def framed (n: i64) : ?[k].([k]i64, [k]i64) =
  let m = n + 1
  in (iota m, replicate m 7)

def main (n: i64) =
  let pair: [n](i64, i64) = zip (evens n) (iota n)
  let (a, b) = framed n
  let both: [n + 1](i64, i64) = zip a b
  in (map (.0) pair, length both)
