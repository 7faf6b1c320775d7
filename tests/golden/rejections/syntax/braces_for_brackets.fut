-- ==
-- error: expressions are grouped by parentheses
def main (x: i32) = if (x > 0) { 1 } else { 2 }
