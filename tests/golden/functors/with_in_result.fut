-- The result's type is tied to the parameter's.
-- ==
-- input { 3 } output { 6 }
module type has_t = { type t val double : t -> t }
module type applied = { type t val quadruple_half : t -> t }
module f (m: has_t) : applied with t = m.t = {
  type t = m.t
  def quadruple_half (x: t) = m.double x
}
module ints = f { type t = i32 def double (x: i32) = x + x }
def main (x: i32) = ints.quadruple_half x
