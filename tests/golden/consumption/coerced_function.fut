-- A function under a size coercion stays what it is.
-- ==
-- input { [1i64, 2i64, 3i64] } output { [1i64, 7i64, 3i64] }
def set [n] (xs: *[n]i64) : *[n]i64 = xs with [1] = 7
entry main [n] (xs: *[n]i64) : *[]i64 =
  let f = (set : *[n]i64 -> *[n]i64) :> (*[3]i64 -> *[3]i64)
  in f (xs :> *[3]i64)
