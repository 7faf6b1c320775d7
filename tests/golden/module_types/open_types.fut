-- An abstract type may come to be one that chooses its own size: where it was not known, functions
-- take it at any size.
-- ==
-- input { 3 } output { 9 }

module type S = { type~ t val f : t -> i32 }
module type T = S with t = []i32
module m : T = { type~ t = []i32 def f (x: t) = i32.i64 (length x) }
module n : S with t = []i32 = { type~ t = []i32 def f (x: t) = i32.i64 (length x) }
module k (P: S) = {
  type~ u = P.t
  module type Q = { val g : u -> i32 }
  module r : Q = { def g (x: u) = P.f x }
}
module a = k { type~ t = []i32 def f (x: t) = i32.i64 (length x) }
module b = k m
def main (x: i32) = a.r.g [x, x, x] + b.r.g [x] + m.f [x] + n.f [x, x, x, x]
