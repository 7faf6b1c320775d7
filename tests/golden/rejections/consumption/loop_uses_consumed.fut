-- The initial value of a loop that consumes is gone, also within the loop.
-- ==
-- error: :4:26-.*Loop body uses variable
def main (xs: *[3]i32) = loop ys = xs for i < 3 do ys with [i] = xs[0]
