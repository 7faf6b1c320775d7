-- ==
-- error: :4:39-.*Using variable
def eat (xs: *[2]i32) = xs with [0] = 1
def main (xs: *[2]i32) = [eat xs, eat xs]
