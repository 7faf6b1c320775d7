-- How many dimensions there are is said.
-- ==
-- error: with 2 indices: it has 1 dimension\.
def main (xs: [3]i32) = xs[0, 1]
