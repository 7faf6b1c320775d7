-- ==
-- error: :4:43-.*Cannot apply
def f [n] (xs: [n]i32) (ys: [n]i32) = n
def main (xs: [4]i32) (ys: [5]i32) = f xs ys
