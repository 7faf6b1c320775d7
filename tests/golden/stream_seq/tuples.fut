-- ==
-- input { [1, 2, 3] } output { 6 6 [2, 3, 4] [true, false, true] }
def main (xs: []i32) =
  let ((s, p), ys) =
    stream_seq (\c (s, p) (xs: [c]i32) ->
                  ((s + i32.sum xs, p * i32.product xs), map (\x -> (x + 1, x % 2 == 1)) xs))
               (0, 1) xs
  let (a, b) = unzip ys
  in (s, p, a, b)
