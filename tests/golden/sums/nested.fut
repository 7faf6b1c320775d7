-- ==
-- input { 3 } output { 3 -1 -2 }
type inner = #x i32 | #y
type outer = #in inner | #out
def f (o: outer) = match o case #in (#x n) -> n case #in #y -> -1 case #out -> -2
def main (n: i32) = (f (#in (#x n)), f (#in #y), f #out)
