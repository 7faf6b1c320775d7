-- Components of a consumed argument have to be apart.
-- ==
-- error: self-aliased

def both (p: *([]i32, []i32)): i32 = p.0[0] + p.1[0]
def main (n: i64): i32 =
  let xs = replicate n 1i32
  in both (xs, xs)
