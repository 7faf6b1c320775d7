-- ==
-- input { 27u8 } output { [82u8, 41u8, 124u8, 62u8] }
def main (x: u8) =
  (loop (x, xs: []u8) = (x, []) for _i < 4i32 do
     let y = if x % 2 == 0 then x / 2 else 3 * x + 1
     in (y, xs ++ [y])).1
