-- What an ordinary type parameter cannot do, arithmetic, comes as an argument.
-- ==
-- input { [1, 2] [0.5, 0.25] } output { 3 0.75 }
def total [n] 't (plus: t -> t -> t) (zero: t) (xs: [n]t) = reduce plus zero xs
def main (xs: []i32) (ys: []f64) = (total (+) 0 xs, total (+) 0 ys)
