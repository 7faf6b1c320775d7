-- A parameter's size cannot be a later parameter.
-- ==
-- error: :4:13-.*"n"
def f (xs: [n]i32) (n: i64) = xs
def main = 1
