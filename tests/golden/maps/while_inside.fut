-- ==
-- input { [1, 6, 7, 27] } output { [0, 8, 16, 111] }
def main (xs: []i32) =
  let collatz x =
    loop (x, n) = (x, 0) while x != 1 do (if x % 2 == 0 then x / 2 else 3 * x + 1, n + 1)
  in map (\x -> (collatz x).1) xs
