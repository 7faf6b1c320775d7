-- Sections differ by their operators, operands, fields and indices.
-- ==
-- error: Sizes "ap \(\+ n\) 2" and "ap \(\+ 2\) n" do not match
def ap f (x: i64) : i64 = f x
def main (n: i64) = zip (iota (ap (+ n) 2)) (iota (ap (+ 2) n))
