-- A type parameter of a function that is only in a function's type.
-- ==
-- input { 4 } output { 4i64 }
def through 'b (to: i32 -> b) (from: b -> i64) (x: i32) = from (to x)
def main (x: i32) = through (\x -> {wrapped = x}) (\r -> i64.i32 r.wrapped) x
