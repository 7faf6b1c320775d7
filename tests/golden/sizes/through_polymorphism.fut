-- A type parameter carries a size along.
-- ==
-- input { [1, 2] [3, 4] } output { [4, 6] [1, 2] }
def swap 'a 'b (x: a, y: b) = (y, x)
def main [n] (xs: [n]i32) (ys: [n]i32) : ([n]i32, [n]i32) =
  let (a, b) = swap (xs, ys)
  in (map2 (+) a b, b)
