-- ==
-- error: no constructor of #circle f64 \| #square f64: did you mean "#circle"\?
type shape = #circle f64 | #square f64
def unit: shape = #cirlce 1
def main : f64 = match unit case #circle r -> r case #square a -> a
