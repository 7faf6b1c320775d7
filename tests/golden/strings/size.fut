-- Its size is known.
-- ==
-- input { } output { [4u8, 4u8, 4u8] }
def main : [3]u8 = map2 (-) "efg" ("abc" : [3]u8)
