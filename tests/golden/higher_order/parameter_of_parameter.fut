-- ==
-- input { 2 } output { 10 }
def third (g: (i32 -> i32) -> i32) = g (* 5)
def main (x: i32) = third (\f -> f x)
