-- ==
-- error: :3:5-.*A unique-typed component of the return value is aliased to some other component
def f (n: i64) : *{a: [n]i64, b: [n]i64} = let xs = iota n in {a = xs, b = xs}
def main (n: i64) = (f n).a
