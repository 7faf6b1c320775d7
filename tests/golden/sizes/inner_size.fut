-- A parameter may not need a size that is made inside.
-- ==
-- error: scope violation

def main xs = map2 (+) xs (iota xs[0])
