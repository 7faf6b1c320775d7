-- ==
-- error: :4:24-.*Cannot apply
def f (x: i32) = x
def main (b: bool) = f b
