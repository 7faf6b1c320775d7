-- Parameters may have the names of the prelude's functions and modules.
-- ==
-- input { 3 [1, 2] } output { 6 [4, 5] 3 }
def main (map: i32) (reduce: []i32) =
  let f (length: i32) (i32: i32) = length * i32
  let scan = \iota -> iota + map
  in (f map 2, map2 (\filter zip -> filter + zip) (rep map) reduce, scan 0)
