-- A pattern may say less of a function's result than the function does.
-- ==
-- input { 2i64 } output { [1i64, 2i64, 2i64] [6i64, 5i64, 4i64] }
def same (x: [3]i64) : [3]i64 = x
entry main (n: i64) =
  let (f: [3]i64 -> []i64, m: i64) = (same, n)
  let ys = match {g = reverse, m}
           case {g = g: [3]i64 -> []i64, m = _} -> g [4, 5, 6]
  in (f [1, 2, m], ys)
