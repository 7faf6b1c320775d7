-- ==
-- input { 1 2 } output { 2 }
def second _ (y: i32) = y
def main (x: i32) (y: i32) = second (x / 1) y
