-- States of a machine after every letter, by a scan of functions as tables.
-- ==
-- input { [0i64, 1i64, 1i64, 0i64] } output { [0i64, 1i64, 2i64, 0i64] }
def main (xs: []i64) =
  let tables : [2][3]i64 = [[0, 0, 0], [1, 2, 2]]
  let compose (f: [3]i64) (g: [3]i64) : [3]i64 = map (\s -> g[s]) f
  in map (.[0]) (scan compose [0, 1, 2] (map (\x -> tables[x]) xs))
