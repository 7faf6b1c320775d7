-- A function applied to some of its arguments is a function of the others.
-- ==
-- input { 5 } output { 8 23 }
def f (a: i32) (b: i32) (c: i32) = a * b + c
def main (x: i32) =
  let g = f x
  let h = g 1
  in (h 3, g 4 3)
