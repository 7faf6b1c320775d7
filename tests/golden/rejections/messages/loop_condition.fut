-- ==
-- error: Loop condition uses variable "xs"
def main (xs: *[3]i32) = loop ys = xs while xs[0] < 3 do ys with [0] = ys[0] + 1
