-- A parameter with * takes its argument.
-- ==
-- error: "xs", but this was consumed

def take (xs: *[]f64): f64 = xs[0]
def main (n: i64): f64 =
  let xs = replicate n 1f64
  let y = take xs
  in y + xs[1]
