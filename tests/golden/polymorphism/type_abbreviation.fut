-- ==
-- input { 1 2.0 } output { 2.0 1 }
type pair 'a 'b = (a, b)
def swap 'a 'b ((x, y): pair a b) : pair b a = (y, x)
def main (x: i32) (y: f64) = swap (x, y)
