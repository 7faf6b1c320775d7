-- ==
-- error: :4:25-.*Cannot apply
def f (x: i32) = x
def main (x: i32) = f x x
