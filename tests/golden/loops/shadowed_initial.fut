-- Without an initial value, the parameter starts as the variable of its name.
-- ==
-- input { 3 4 } output { 24 }
def main (x: i32) (n: i32) = loop x for i < n do if i == 0 then x else x * 2
