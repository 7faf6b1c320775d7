-- Both payloads have their own sizes.
-- ==
-- input { [1, 2] [1.5, 2.5, 3.5] } output { 2i64 3i64 }
type t [n] [m] = #ints ([n]i32) | #floats ([m]f64)
def size [n] [m] (v: t [n] [m]) = match v case #ints xs -> length xs case #floats ys -> length ys
def main [n] [m] (xs: [n]i32) (ys: [m]f64) =
  (size (#ints xs : t [n] [m]), size (#floats ys : t [n] [m]))
