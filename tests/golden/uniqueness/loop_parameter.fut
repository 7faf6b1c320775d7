-- A loop's parameter may be consumed by its body, when the initial value may.
-- ==
-- input { [1, 2, 3] } output { [2, 3, 4] }
def main [n] (xs: *[n]i32) : *[n]i32 = loop ys = xs for i < n do ys with [i] = ys[i] + 1
