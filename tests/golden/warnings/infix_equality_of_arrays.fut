-- Only == between two operands is warned of.
-- ==
-- input { 1 } output { true false false }
-- warning: ^Warning at [^:]*:7:[^W]*Comparing arrays with "=="[^W]*$

def main (x: i32) = ([x] != [2],
                     [x] == [3],
                     (==) [x] [4])
