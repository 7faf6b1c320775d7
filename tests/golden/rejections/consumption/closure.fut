-- A function that refers to an array keeps it.
-- ==
-- error: :7:7-.*Using variable
def main (xs: *[2]i32) =
  let get () = xs[0]
  let ys = xs with [0] = 9
  in (get (), ys)
