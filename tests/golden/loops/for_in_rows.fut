-- ==
-- input { [[1, 2], [3, 4]] } output { [4, 6] }
-- input { empty([0][2]i32) } output { [0, 0] }
def main (xss: [][2]i32) = loop s = [0, 0] for row in xss do map2 (+) s row
