-- ==
-- error: :4:27-.*Cannot apply
def f (xs: [3]i32) = xs[0]
def main (xs: [4]i32) = f xs
