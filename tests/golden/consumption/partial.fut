-- A partial application may not hide consumption.
-- ==
-- error: contains consumption

def put (xs: *[]i32) (i: i64): *[]i32 = xs with [i] = 0
def main (n: i64): []i32 =
  let xs = replicate n 1i32
  let f = put xs
  in f 1
