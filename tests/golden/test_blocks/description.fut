-- Whatever stands before the line with two equals signs is a description:
-- input { 1 } output { 999 }
-- ==
-- input { 1 } output { 1 }
def main (x: i32) = x
