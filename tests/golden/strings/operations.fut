-- ==
-- input { "abc" } output { "ABC" "cba" "abcdef" true false }
def main (s: []u8) =
  (map (\c -> c - 32) s, reverse s, s ++ "def", s[0] == 'a', "x" == "y")
