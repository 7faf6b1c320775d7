-- ==
-- input { [1, 2] [10, 20] } output { [[11, 21], [12, 22]] }
def outer [n] [m] 'a 'b 'c (f: a -> b -> c) (xs: [n]a) (ys: [m]b) : [n][m]c =
  map (\x -> map (f x) ys) xs
def main (xs: []i32) (ys: []i32) = outer (+) xs ys
