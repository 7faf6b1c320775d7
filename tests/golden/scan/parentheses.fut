-- The depth of nesting in a text.
-- ==
-- input { "(()())" } output { [1, 2, 1, 2, 1, 0] true }
-- input { "())(" } output { [1, 0, -1, 0] false }
def main (s: []u8) =
  let depths = scan (+) 0 (map (\c -> if c == '(' then 1 else -1) s)
  in (depths, last depths == 0 && all (>= 0) depths)
