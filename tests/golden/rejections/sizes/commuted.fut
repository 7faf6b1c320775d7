-- Sizes are compared as they are written: n + 1 is not 1 + n.
-- ==
-- error: :5:39-.*Function body does not have expected type
def f [n] (xs: [n]i32) : [1 + n]i32 = [0] ++ xs
def g [n] (xs: [n]i32) : [n + 1]i32 = f xs
def main (xs: []i32) = g xs
