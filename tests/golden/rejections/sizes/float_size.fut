-- ==
-- error: :3:13-.*Size expression
def f (xs: [1.5]i32) = xs
def main = 1
