-- main is an entry without saying so.
-- ==
-- input { 3 } output { 4 }
def main (x: i32) = x + 1
