-- An operator of one's own does not change what the prelude computes.
-- ==
-- input { [3, 1, 2] } output { 6 6 2i64 [1i64, 2i64] 1 [3, 1, 2, 0] }
def (+) (a: i32) (b: i32) : i32 = a - b
def (*) (a: i32) (b: i32) : i32 = a
def (<) (a: i32) (b: i32) : bool = false
def (-) (a: i64) (b: i64) : i64 = a
def (==) (a: i32) (b: i32) : bool = true
def main [n] (xs: [n]i32) =
  let (_, _, offsets, _) = flatmap' (\x -> replicate (i64.i32 x) 0) [1, 1, 2]
  in ( i32.sum xs, i32.product xs, length (filter (>= 2) xs), map (i64.+ 0) (tail offsets)
     , 3 + 2, xs ++ [0] )
