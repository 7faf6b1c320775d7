-- Sizes and types are mentions too; so are sizes of what is applied later.
-- ==
-- input { 3i64 } output { [0i64, 1i64, 2i64] }
-- warning: ^$

type vec [n] 't = [n]t
def make (n: i64) : vec [n] i64 = iota n
def same '^t (x: t) = x
def main (n: i64) : [n]i64 = same (make n)
