-- ==
-- input { "aaabccc" } output { "abc" [3i64, 1i64, 3i64] }
-- input { "" } output { "" empty([0]i64) }
def main [n] (s: [n]u8) =
  let starts = filter (\i -> i == 0 || s[i] != s[i - 1]) (iota n)
  let ends = map (\k -> if k + 1 < length starts then starts[k + 1] else n) (indices starts)
  in (map (\i -> s[i]) starts, map2 (-) ends starts)
