-- A size that a let binds has to be that of a value.
-- ==
-- error: Cannot bind \[k\]

def main =
  let [k] (f: [k]bool -> bool) = \(xs: [7]bool) -> xs[0]
  in k
