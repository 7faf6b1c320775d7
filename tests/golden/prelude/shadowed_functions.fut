-- Names of the prelude may be defined anew; the prelude itself does not notice.
-- ==
-- input { [3, 1, 2] } output { 6 [1, 2] [3] [3, 3, 3] 15 [[3], [1], [2]] }
def reduce (x: i32) = x + 1
def map (x: i32) = x + 2
def iota (x: i32) = x + 3
def scan (x: i32) = x + 4
def flatten (x: i32) = x + 5
def length (x: i32) = x
def main [n] (xs: [n]i32) =
  let (small, large) = partition (< 3) xs
  let (_, counts) = unzip (zip xs (replicate n 3))
  in ( i32.sum xs, small, large, counts, reduce (map (iota (scan (flatten (length 0)))))
     , unflatten (xs :> [n * 1]i32) :> [n][1]i32 )
