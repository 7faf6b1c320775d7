-- The size changes from call to call: sums of halves.
-- ==
-- input { [1, 2, 3, 4, 5] } output { 15 }
-- input { empty([0]i32) } output { 0 }
def total [n] (xs: [n]i32) : i32 =
  if n == 0 then 0
  else if n == 1 then xs[0]
  else total xs[:n / 2] + total xs[n / 2:]
def main (xs: []i32) = total xs
