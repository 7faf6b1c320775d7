-- A hundred thousand updates of a large array: each must cost one element, not the array.
-- ==
-- input { 200000i64 } output { 199999i64 0i64 }
def main (n: i64) =
  let a = loop a = replicate n 0 for i < n do a with [i] = n - 1 - i
  in (a[0], a[n - 1])
