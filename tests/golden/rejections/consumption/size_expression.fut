-- A size cannot consume.
-- ==
-- error: :5:31-.*Consuming variable
def eat (xs: *[2]i64) = xs[0]
def f (xs: *[2]i64) (ys: [eat xs]i32) = ys
def main = 1
