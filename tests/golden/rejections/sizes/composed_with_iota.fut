-- ==
-- error: Cannot apply "both" to "iota".*Existential size
def both 'a '~b 'c (f: a -> b) (g: b -> c) (x: a) = (g (f x), g (f x))
def main = both iota (\xs -> length xs) 2
