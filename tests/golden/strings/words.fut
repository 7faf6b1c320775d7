-- Word lengths: spaces cut.
-- ==
-- input { "to be or" } output { [2i64, 2i64, 2i64] }
-- input { "a  bcd" } output { [1i64, 0i64, 3i64] }
def main [n] (s: [n]u8) =
  let ends = filter (\i -> i == n || s[i] == ' ') (iota (n + 1))
  in map2 (\e b -> e - b) ends (map (\k -> if k == 0 then 0 else ends[k - 1] + 1) (indices ends))
