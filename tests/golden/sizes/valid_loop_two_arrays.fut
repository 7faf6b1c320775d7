-- ==
-- input { [1, 2] } output { [3, 6] [2, 4] }
def main [n] (xs: [n]i32) : ([n]i32, [n]i32) =
  loop (a, b) = (xs, xs) for i < 2i32 do (map2 (+) b xs, a |> map2 (\x y -> x * 0 + y + (if i == 0 then 0 else x)) xs |> map2 (\x y -> y - y + 2 * x) xs)
