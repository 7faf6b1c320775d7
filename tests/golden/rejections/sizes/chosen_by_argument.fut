-- Each application has a size of its own.
-- ==
-- error: Cannot apply "zip" to "\(iota <\| 3\)"
def main = zip (iota <| 2) (iota <| 3)
