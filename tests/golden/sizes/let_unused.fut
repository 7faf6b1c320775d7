-- A size that a let binds has to be used.
-- ==
-- error: Size \[k\] unused

def main (xs: []i32) =
  let [k] ys = map (+ 1) xs
  in k
