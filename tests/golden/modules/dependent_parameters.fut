-- The second parameter's type speaks of the first parameter.
-- ==
-- input { 3 } output { 7 }
module type has_t = { type t val one : t }
module f (a: has_t) (b: { val show : a.t -> i32 }) = { def run (x: i32) = x + b.show a.one }
module a4 = { type t = {v: i32} def one : t = {v = 4} }
module m = f a4 { def show (x: a4.t) = x.v }
def main (x: i32) = m.run x
