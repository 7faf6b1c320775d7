import "ad"
def square (x: f64) : f64 = x * directional (\y -> x * y) 1 1
