-- Least significant bit first; negative numbers need the sign turned over.
-- ==
-- input { [5, -1, 3, -7, 0, 5] } output { [-7, -1, 0, 3, 5, 5] }
-- input { empty([0]i32) } output { empty([0]i32) }
def step [n] (xs: [n]u32) (b: i32) : [n]u32 =
  let bits = map (\x -> i64.i32 (u32.get_bit b x)) xs
  let ones = scan (+) 0 bits
  let zeros = scan (+) 0 (map (1 -) bits)
  let k = if n == 0 then 0 else last zeros
  let places = map3 (\b o z -> if b == 1 then k + o - 1 else z - 1) bits ones zeros
  in scatter (replicate n 0) places xs
def main [n] (xs: [n]i32) : [n]i32 =
  let keys = map (\x -> u32.i32 x ^ 0x80000000) xs
  let sorted = loop keys for b < 32 do step keys b
  in map (\k -> i32.u32 (k ^ 0x80000000)) sorted
