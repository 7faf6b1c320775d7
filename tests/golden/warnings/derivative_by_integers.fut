-- What is differentiated by integers only, directly and by functions of one's own.
-- ==
-- entry: by_integer
-- input { 3 } output { 6 }
-- warning: derivative_by_integers.fut:12:22-24:.*A derivative by integers has little meaning[^W]*Warning at [^W]*derivative_by_integers.fut:13:34-38:[^W]*$
-- ==
-- entry: by_generic
-- input { 3 } output { 6 }

def slope 'a (f: a -> a) (x: a) (dy: a) = vjp f x dy
def square (x: i32) = x * x
entry by_integer x = vjp square x 1
entry by_generic (x: i32): i32 = slope square x 1
entry by_both (x: i32) (y: f64) = vjp (\(a, b) -> f64.i32 a * b) (x, y) 1
