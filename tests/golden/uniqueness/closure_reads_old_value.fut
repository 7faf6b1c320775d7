-- A function keeps the value that it saw.
-- ==
-- input { [1, 2] } output { 1 [9, 2] }
def main (xs: [2]i32) =
  let get () = xs[0]
  let ys = copy xs
  let ys[0] = 9
  in (get (), ys)
