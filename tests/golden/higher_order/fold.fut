-- ==
-- input { [1, 2, 3] } output { 6 [3, 2, 1] }
def fold [n] 'a 'b (f: a -> b -> a) (x: a) (ys: [n]b) : a = loop x for y in ys do f x y
def main [n] (xs: [n]i32) =
  ( fold (+) 0 xs
  , fold (\ys x -> map (\i -> if i == 0 then x else ys[i - 1]) (iota n)) (replicate n 0) xs )
