-- ==
-- input { "a+ z" } output { [1, 2, 3, 4] }
def main (s: []u8) =
  map (\c -> match c
             case 'a' -> 1
             case '+' -> 2
             case ' ' -> 3
             case _ -> 4) s
