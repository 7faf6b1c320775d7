-- Function arguments are handed on as they are.
-- ==
-- error: :4:66-.*Higher-order argument in recursive application of
def f (g: i32 -> i32) (n: i32) : i32 = if n == 0 then g n else f (\x -> g (g x)) (n - 1)
def main (x: i32) = f (+ 1) x
