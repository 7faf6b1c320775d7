-- Arrays whose sizes differ from iteration to iteration, used in every way.
-- ==
-- input { [1i64, 4i64, 0i64, 6i64] } output { [0i64, 2i64, 0i64, 3i64] [0i64, 2i64, -1i64, 4i64] [1i64, 24i64, 1i64, 720i64] }
def main (xs: []i64) =
  unzip3 (map (\x ->
    let a = iota x
    let b = filter (\y -> y % 2 == 0) a
    let p = reduce (*) 1 (map (+ 1) a)
    in (x / 2, if length b > 0 then last b else -1, p)) xs)
