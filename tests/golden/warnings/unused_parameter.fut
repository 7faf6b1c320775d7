-- ==
-- input { 1 2 } output { 1 }
-- warning: unused_parameter.fut:5:23-23:.*Unused name "y"
--
def main (x: i32) (   y: i32) = x
