-- A let may bind sizes of what it takes apart.
-- ==
-- input { [1, -2, 3] } output { 2i64 [0i64, 1i64] }
def main (xs: []i32) =
  let [k] (ys: [k]i32) = filter (> 0) xs
  in (k, zip ys (iota k) |> map (.1))
