-- Types are the same whatever the order of their constructors.
-- ==
-- input { 3 } output { 3 }
type a = #x i32 | #y
type b = #y | #x i32
def to (v: a) : b = v
def main (n: i32) = match to (#x n) case #x m -> m case #y -> 0
