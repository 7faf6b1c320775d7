-- ==
-- input { 3 } output { 9 }
type^ endo '^a = a -> a
def run '^a (f: endo a) (x: a) : a = f x
def main (x: i32) = run (\y -> y * y) x
