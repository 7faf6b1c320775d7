-- Names hold letters, digits, underscores and quotes; keywords may be parts of them.
-- ==
-- input { 1 } output { 6 }
def a_'b (x: i32) = x
def let_ (if': i32) = if' + 1
def CamelCase (forty2: i32) = forty2 + 2
def main (in_: i32) = let_ in_ + CamelCase in_ + a_'b in_
