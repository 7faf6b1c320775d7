-- Parts of one result are consumed together.
-- ==
-- error: result of applying "split_up".*consumed

def split_up (xs: []i32) = (xs[:1], xs[1:])
def main (n: i64): i32 =
  let (a, b) = split_up (replicate n 2i32)
  let c = a with [0] = 1
  in c[0] + b[0]
