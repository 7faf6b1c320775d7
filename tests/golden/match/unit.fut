-- ==
-- input { 4 } output { 4 }
def main (x: i32) = match () case () -> x
