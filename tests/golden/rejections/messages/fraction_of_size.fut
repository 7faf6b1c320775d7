-- A size has no fraction.
-- ==
-- error: Hint: i64.f64 converts it, and leaves its fraction out\.
def main = iota 2.5
