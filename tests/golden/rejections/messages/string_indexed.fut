-- A literal is indexed in parentheses.
-- ==
-- error: Hint: what is no name is indexed in parentheses
def main (i: i64) = "abc"[i]
