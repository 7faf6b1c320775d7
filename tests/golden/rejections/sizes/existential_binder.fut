-- ==
-- error: :4:24-.*Pattern
def main (xs: []i32) =
  let [n] (ys: [n]i32, zs: [n]i32) = (filter (> 0) xs, filter (< 0) xs)
  in n
