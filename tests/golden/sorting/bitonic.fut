-- A sorting network for powers of two.
-- ==
-- input { [7, 3, 8, 1, 6, 2, 5, 4] } output { [1, 2, 3, 4, 5, 6, 7, 8] }
def main [n] (xs: [n]i32) : [n]i32 =
  let (sorted, _) =
    loop (xs: [n]i32, k) = (copy xs, 2) while k <= n do
      let (xs, _) =
        loop (xs, j) = (xs, k / 2) while j > 0 do
          let pick i =
            let l = i ^ j
            let up = i & k == 0
            let low = l > i
            let (a, b) = (xs[i], xs[l])
            in if up == low then i32.min a b else i32.max a b
          in (tabulate n pick, j / 2)
      in (xs, k * 2)
  in sorted
