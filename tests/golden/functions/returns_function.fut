-- ==
-- input { 3 } output { 13 }
def adder (x: i32) = \(y: i32) -> x + y
def main (x: i32) = adder x 10
