-- Slices are the same size when they are written the same, and messages show them as written.
-- ==
-- error: Sizes "length xs\[1:\]" and "length xs\[0:n:2\]" do not match
def main [n] (xs: [n]i32) = zip (iota (length xs[1:])) (iota (length xs[0:n:2]))
