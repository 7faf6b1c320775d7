-- ==
-- input { [1, 2, 3] } output { 123 }
-- input { empty([0]i32) } output { 0 }
def main (xs: []i32) = loop s = 0 for x in xs do s * 10 + x
