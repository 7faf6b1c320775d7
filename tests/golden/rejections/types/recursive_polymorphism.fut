-- A recursive call is of the same type as the definition.
-- ==
-- error: :4:66-.*Cannot apply
def f 'a (n: i32) (x: a) : i32 = if n == 0 then 0 else f (n - 1) (x, x)
def main (n: i32) = f n n
