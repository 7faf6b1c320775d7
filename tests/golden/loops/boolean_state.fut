-- ==
-- input { [1, 2, 3, 4] 3 } output { true 2i64 }
-- input { [1, 2, 3, 4] 9 } output { false 4i64 }
def main [n] (xs: [n]i32) (x: i32) =
  loop (found, i) = (false, 0) while !found && i < n do
    if xs[i] == x then (true, i) else (false, i + 1)
