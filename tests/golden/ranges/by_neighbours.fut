-- The second number is an element, not a step.
-- ==
-- input { } output { [10, 13, 16, 19] [-1, -3, -5] }
def main = (10..13..<20, -1..-3...-5)
