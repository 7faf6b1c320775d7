-- A star anywhere in a parameter consumes all of it.
-- ==
-- error: :5:41-.*Consuming variable
def f (t: (*[2]i32, [2]i32)) = t.0[0]
def main (xs: *[2]i32) (ys: [2]i32) = f (xs, ys)
