-- Functions, patterns, sizes, updates and fields in one chain of lets.
-- ==
-- input { [1, 2, 3] } output { [7, 2, 3] 5 3i64 }
def main [n] (xs: [n]i32) =
  let f (x: i32) = x + 1
  let (a, {b}) = (f 1, {b = 3})
  let ys = copy xs
  let ys[0] = a + b + 2
  let r = {c = 0, d = 1}
  let r.c = a + b
  let [m] (_: [m]i32) = ys
  in (ys, r.c, m)
