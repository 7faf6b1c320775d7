-- A range that is an argument.
-- ==
-- error: Hint: a range that is an argument stands in parentheses
def main = map (\i -> i + 1) 0..<4
