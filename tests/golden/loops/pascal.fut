-- ==
-- input { 4 } output { [1, 4, 6, 4, 1] }
def main (n: i32) =
  loop (row: []i32) = [1] for _i < n do
    map2 (+) ([0] ++ row :> [length row + 1]i32) (row ++ [0] :> [length row + 1]i32)
