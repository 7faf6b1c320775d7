-- Three dots are one symbol: 1...3 is neither 1. .. nor a float.
-- ==
-- input { } output { [1, 2, 3] [1, 3] [3, 2] }
def main = (1...3, 1..3...4, 3..2...2)
