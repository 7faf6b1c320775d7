-- Carries by a scan: each place generates, passes on or stops a carry.
-- ==
-- input { 13u8 250u8 } output { 7u8 true }
-- input { 100u8 27u8 } output { 127u8 true }
def carries (a: u8) (b: u8) : [8]bool =
  let g = map (\i -> u8.get_bit i a & u8.get_bit i b == 1) (map i32.i64 (iota 8))
  let p = map (\i -> u8.get_bit i a ^ u8.get_bit i b == 1) (map i32.i64 (iota 8))
  in map (.0) (scan (\(g1, p1) (g2, p2) -> (g2 || (p2 && g1), p1 && p2)) (false, true) (zip g p))
def main (a: u8) (b: u8) =
  let c = [false] ++ take 7 (carries a b)
  let bits = map2 (\i c -> u8.i32 (u8.get_bit i a ^ u8.get_bit i b) ^ u8.bool c) (map i32.i64 (iota 8)) (c :> [8]bool)
  let sum = reduce (|) 0 (map2 (\i b -> b << i) (map u8.i64 (iota 8)) bits)
  in (sum, sum == a + b)
