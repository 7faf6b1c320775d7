-- ==
-- input { } output { [1, 3] [true, false] }
def main = unzip [(1, true), (3, false)]
