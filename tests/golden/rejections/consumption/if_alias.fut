-- The result of a branch may be either array.
-- ==
-- error: :7:11-.*Using variable
def main (c: bool) (xs: *[2]i32) (ys: *[2]i32) =
  let zs = if c then xs else ys
  let zs[0] = 1
  in (zs, ys)
