-- Beside a number, a part of an unknown type may be a value of its own: it shares nothing with the
-- number.
-- ==
-- input { [1i64, 2i64] } output { [1i64, 2i64] 3i64 }
def pair 'a (x: a) : (a, i64) = (x, 3)
def keep 'a (p: *(a, i64)) : *(a, i64) = p
def both 'a (x: *a) : *(a, i64) = keep (pair x)
def main (x: *[2]i64) = both x
