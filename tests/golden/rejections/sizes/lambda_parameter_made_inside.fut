-- ==
-- error: Causality check.*parameter "f"
def main (xs: []i32) = (\f -> f (filter (> 0) xs)) (\ys -> length ys)
