-- The initial value and the bound see the outer variable of the parameter's name.
-- ==
-- input { 2 } output { 14 }
def main (x: i32) = loop x = x + 5 for _i < x - 1 do x * 2
