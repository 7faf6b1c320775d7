-- ==
-- input { "one two  three" } output { 3i64 5i64 11i64 }
def main [n] (s: [n]u8) =
  let letter c = c != ' '
  let starts = map (\i -> letter s[i] && (i == 0 || !(letter s[i - 1]))) (iota n)
  let word = scan (+) 0 (map i64.bool starts)
  let lengths = hist (+) 0 (n + 1) (map2 (\w c -> if letter c then w else -1) word s) (replicate n 1i64)
  in (i64.sum (map i64.bool starts), i64.maximum lengths, i64.sum lengths)
