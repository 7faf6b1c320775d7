-- A recursive call with function arguments has all of its arguments.
-- ==
-- error: :5:40-.*Recursive application of
def f (g: i32 -> i32) (n: i32) (m: i32) : i32 =
  if n == 0 then g m else i32.sum (map (f g (n - 1)) [m])
def main (x: i32) = f (+ 1) x x
