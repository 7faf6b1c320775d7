-- A parameter with ~ may be of an unknown size.
-- ==
-- input { [1, -1, 2] } output { [1, 2] 2i64 }
def apply '~a '~b (f: a -> b) (x: a) : b = f x
def main (xs: []i32) =
  let ys = apply (filter (> 0)) xs
  in (ys, length ys)
