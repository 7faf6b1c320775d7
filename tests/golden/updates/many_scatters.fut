-- Scattering little into much, often.
-- ==
-- input { 100000i64 } output { 100000i64 }
def main (n: i64) = i64.sum (loop a = replicate n 0 for i < n do scatter a [i] [1])
