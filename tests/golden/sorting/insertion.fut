-- ==
-- input { [3, 1, 2] } output { [1, 2, 3] }
-- input { empty([0]i32) } output { empty([0]i32) }
-- input { [5, 4, 3, 2, 1] } output { [1, 2, 3, 4, 5] }
def sort [n] (xs: *[n]i32) : *[n]i32 =
  loop xs for i < n do
    (loop (xs, j) = (xs, i) while j > 0 && xs[j - 1] > xs[j] do
       let t = xs[j]
       let xs[j] = xs[j - 1]
       let xs[j - 1] = t
       in (xs, j - 1)).0
def main (xs: *[]i32) = sort xs
