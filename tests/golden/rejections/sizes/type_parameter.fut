-- Arrays of two sizes are values of two types.
-- ==
-- error: :5:22-.*Cannot apply
def pair 'a (x: a) (y: a) = (x, y)
def main = (pair [1] [2, 3]).0
