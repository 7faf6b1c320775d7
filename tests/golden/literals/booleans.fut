-- ==
-- input { } output { true false [true, false] }
def main = (true, false, [true, false])
