-- ==
-- error: :3:11-.*Parameter
def f [n] [n] (xs: [n]i32) = n
def main = f [1]
