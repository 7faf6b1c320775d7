-- Numbers of an abstract type are made from those of known ones.
-- ==
-- input { 3 } output { 1.5 1u8 }
module half (n: real) = { def f (x: i32) : n.t = n.i32 x n./ n.i64 2 }
module halves (n: integral) = { def f (x: i32) : n.t = n.i32 x n.// n.i64 2 }
module hf = half f64
module hi = halves u8
def main (x: i32) = (hf.f x, hi.f x)
