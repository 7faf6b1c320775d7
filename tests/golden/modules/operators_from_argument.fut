-- Operators of a functor's argument, opened locally.
-- ==
-- input { 2 3 } output { 13 }
module type ring = { type t val (+) : t -> t -> t val (*) : t -> t -> t }
module squares (r: ring) = { def f (a: r.t) (b: r.t) : r.t = r.(a * a + b * b) }
module m = squares i32
def main (a: i32) (b: i32) = m.f a b
