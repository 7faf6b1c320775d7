-- ==
-- error: :4:23-.*Cannot apply
def f ((a, b): (i32, i32)) = a + b
def main (x: i32) = f (x, x, x)
