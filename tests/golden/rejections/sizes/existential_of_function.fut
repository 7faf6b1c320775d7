-- ==
-- error: Existential size "n" is not used as the size of an array
def f : i64 -> ?[n].(bool -> [n]i64) = \k b -> if b then iota k else iota k
def main = f 2 true
