-- By Horner, by powers, and the product of two.
-- ==
-- input { [1, 2, 3] 2 } output { 17 17 [1, 4, 10, 12, 9] }
def main [n] (cs: [n]i32) (x: i32) =
  let horner = foldr (\c acc -> c + x * acc) 0 cs
  let powers = i32.sum (map2 (\c i -> c * x ** i32.i64 i) cs (iota n))
  let product = tabulate (2 * n - 1) (\k ->
    i32.sum (map (\i -> if k - i >= 0 && k - i < n then cs[i] * cs[k - i] else 0) (iota n)))
  in (horner, powers, product)
