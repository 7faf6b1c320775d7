-- Names of the prelude may be defined anew; the prelude itself does not notice.
-- ==
-- input { [3, 1, 2] } output { 6 3i64 2i64 [1, 2] [2, 3] }
def reduce (x: i32) = x
def map (x: i32) = x
def iota (n: i64) = n
def scan (x: i32) = x
def scatter (x: i32) = x
def flatten (x: i32) = x
def not (x: i32) = x
def main [n] (xs: [n]i32) =
  let (a, b) = partition (< 3) xs
  let (c, d) = unzip (zip (tail a ++ b) (sized 2 (rotate 1 a ++ []) ))
  in (i32.sum xs, length xs, iota 2, a, if reduce 0 == map 0 + scan 0 + scatter 0 + flatten 0 + not 0 then sized 2 (last (replicate 1 [2, 3])) else (c :> [2]i32) |> map2 (+) (d :> [2]i32))
