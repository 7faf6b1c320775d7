-- The minus is an operator applied to the literal: no space is needed, and any is allowed.
-- ==
-- input { } output { -1 -1 1 -3 1 }
def main = (-1, - 1, -(-1), 2 + -5, 2 - 1)
