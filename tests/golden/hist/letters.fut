-- ==
-- input { "hello" } output { [1, 1, 2, 1] }
def main (s: []u8) =
  let counts = hist (+) 0 26 (map (\c -> i64.u8 (c - 'a')) s) (map (const 1) s)
  in map (\c -> counts[c - 'a']) ['e', 'h', 'l', 'o' :> i64]
