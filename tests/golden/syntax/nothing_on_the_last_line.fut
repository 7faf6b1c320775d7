-- ==
-- input { 1 } output { 1 }
def main (x: i32) = x -- the end
