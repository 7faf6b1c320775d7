-- Literals of arrays agree on one type; one suffix or decimal is enough for all.
-- ==
-- input { } output { [1.0, 2.0, 3.5] [1u8, 2u8] [[1, 2], [3, 4]] }
def main = ([1, 2, 3.5], [1, 2u8], [[1, 2], [3, 4]])
