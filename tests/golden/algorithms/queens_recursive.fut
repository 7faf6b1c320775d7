-- ==
-- input { 4 } output { 2 }
-- input { 8 } output { 92 }
def solve (full: i32) (cols: i32) (left: i32) (right: i32) : i32 =
  if cols == full then 1
  else (loop (count, free) = (0, full & !(cols | left | right)) while free != 0 do
          let bit = free & -free
          in ( count + solve full (cols | bit) ((left | bit) << 1) ((right | bit) >> 1)
             , free & (free - 1) )).0
def main (n: i32) = solve ((1 << n) - 1) 0 0 0
