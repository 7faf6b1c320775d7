-- A definition without parameters is a constant, of any expression.
-- ==
-- input { } output { 42 [0i64, 1i64, 4i64] 5i64 }
def answer : i32 = 6 * 7
def squares = map (\x -> x * x) (iota 3)
def total = reduce (+) 0 squares
def main = (answer, squares, total)
