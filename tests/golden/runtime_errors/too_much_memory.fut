-- ==
-- input { 4611686018427387904i64 } error: .
def main (n: i64) = map (* 2) (iota n)
