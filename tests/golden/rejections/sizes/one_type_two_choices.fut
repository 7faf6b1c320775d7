-- Both results are of the type `a`; the functions choose a size for each.
-- ==
-- error: Cannot apply "zip" to "ys"[^$]*do not match
def both '~a (f: i64 -> a) (g: i64 -> a) : (a, a) = (f 3, g 4)
def main = let (xs, ys) = both iota iota in zip xs ys
