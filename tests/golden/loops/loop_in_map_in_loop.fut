-- ==
-- input { 3i64 } output { [0i64, 4i64, 8i64] }
def main (n: i64) =
  loop xs = iota n for _i < 2i32 do map (\x -> loop y = x for _j < 1i32 do y * 2) xs
