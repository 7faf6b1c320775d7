-- Its type is needed before its operand has been evaluated.
-- ==
-- error: Causality check.*operator section
def main (xs: []i32) (rows: [][]i32) = map (filter (> 0) xs ++) rows
