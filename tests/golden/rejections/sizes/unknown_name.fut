-- ==
-- error: :3:13-.*"n"
def f (xs: [n]i32) = xs
def main (xs: []i32) = f xs
