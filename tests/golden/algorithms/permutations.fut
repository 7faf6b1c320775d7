-- All permutations, counted in the factorial system.
-- ==
-- input { 3i64 } output { [[0i64, 1i64, 2i64], [0i64, 2i64, 1i64], [1i64, 0i64, 2i64], [1i64, 2i64, 0i64], [2i64, 0i64, 1i64], [2i64, 1i64, 0i64]] }
def nth (n: i64) (k: i64) : [n]i64 =
  let (_, _, perm) =
    loop (k, left: []i64, perm) = (k, iota n, replicate n 0) for i < n do
      let f = i64.product (map (+ 1) (iota (n - 1 - i)))
      let d = k / f
      in (k % f, left[:d] ++ left[d + 1:], perm with [i] = left[d])
  in perm
def main (n: i64) = map (nth n) (iota (i64.product (map (+ 1) (iota n))))
