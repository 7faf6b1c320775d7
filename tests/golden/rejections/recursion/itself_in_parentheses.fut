-- And what it is passed to.
-- ==
-- error: :4:62-.*saturated
def f (g: i32 -> i32) (x: i32) : i32 = if x == 0 then 0 else (f) g (x - 1)
def main (n: i32) = f (\x -> x) n
