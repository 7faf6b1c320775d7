-- ==
-- input { [1, 2, 3, 4] 0i64 3i64 } output { [4, 2, 3, 1] }
-- input { [1, 2, 3, 4] 1i64 1i64 } output { [1, 2, 3, 4] }
def swap [n] 't (i: i64) (j: i64) (xs: *[n]t) : *[n]t =
  let tmp = copy xs[i]
  let xs[i] = copy xs[j]
  let xs[j] = tmp
  in xs
def main (xs: *[]i32) (i: i64) (j: i64) = swap i j xs
