-- ==
-- input { [1, 2] } output { [2, 2] [true, true] }
def set_first [n] 'a (xs: *[n]a) (x: a) : *[n]a = xs with [0] = x
def main (xs: []i32) = (set_first (copy xs) xs[1], set_first (map (> 1) xs) true)
