-- ==
-- input { [1, 2] } output { [2, 1] [20, 10] }
def backwards [n] 'a (xs: [n]a) : [n]a = map (\i -> xs[n - 1 - i]) (iota n)
def main (xs: []i32) = unzip (backwards (map (\x -> (x, 10 * x)) xs))
