-- ==
-- input { [1, 1, 1, 1] } output { [1, 3, 6, 10] [2, 5, 9, 14] }
def main (xs: []i32) =
  let s = scan (+) 0 (scan (+) 0 xs)
  in (s, map2 (+) s (scan (+) 0 xs) |> map (\x -> x))
