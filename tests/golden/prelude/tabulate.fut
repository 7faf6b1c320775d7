-- ==
-- input { 2i64 3i64 } output { [0i64, 10i64] [[0i64, 1i64, 2i64], [10i64, 11i64, 12i64]] }
-- input { 0i64 2i64 } output { empty([0]i64) empty([0][2]i64) }
-- input { 2i64 0i64 } output { [0i64, 10i64] empty([2][0]i64) }
def main (n: i64) (m: i64) = (tabulate n (* 10), tabulate_2d n m (\i j -> 10 * i + j))
