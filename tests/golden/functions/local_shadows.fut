-- A local function is not in its own scope: the f in its body is the outer one.
-- ==
-- input { 3 } output { 8 }
def f (x: i32) = x * 2
def main (x: i32) =
  let f (y: i32) = f y + 2
  in f x
