-- An argument that is consumed may not be seen by another one.
-- ==
-- error: Argument is consumed

def move [n] (to: *[n]i32) (from: [n]i32): *[n]i32 = to with [0] = from[0]
def main (n: i64): []i32 =
  let xs = replicate n 1i32
  in move xs xs
