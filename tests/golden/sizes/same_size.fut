-- A function from a type to itself keeps the size.
-- ==
-- error: Occurs check

def twice 'a (f: a -> a) (x: a) = f (f x)
def main [n] (xs: [n]i32) = twice (\ys -> ys ++ ys) xs
