-- The names of fields count, in whichever order they are written.
-- ==
-- error: Sizes "less \{a = 1, b = 2\}" and "less \{b = 1, a = 2\}" do not match
def less (x: {a: i64, b: i64}) = i64.abs (x.a - 2 * x.b)
def main = zip (iota (less {a = 1, b = 2})) (iota (less {b = 1, a = 2}))
