-- Numbers have no constructors.
-- ==
-- error: A number is of no sum type: it has no constructor #a\.
def main = #a + 1
