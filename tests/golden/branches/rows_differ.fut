-- ==
-- input { true } output { [[1, 2], [3, 4]] }
-- input { false } output { [[5, 6]] }
def main (c: bool) = if c then [[1, 2], [3, 4]] else [[5, 6]]
