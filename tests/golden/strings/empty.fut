-- ==
-- input { } output { 0i64 empty([0]u8) }
def main = (length "", "")
