-- A module of complex numbers over any float.
-- ==
-- input { 3.0 4.0 } output { 5.0 -7.0 24.0 }
module type complex = {
  type real
  type t
  val make : real -> real -> t
  val parts : t -> (real, real)
  val abs : t -> real
  val (*) : t -> t -> t
}
module mk_complex (r: float) : complex with real = r.t = {
  type real = r.t
  type t = (r.t, r.t)
  def make (a: real) (b: real) : t = (a, b)
  def parts (z: t) : (real, real) = z
  def abs ((a, b): t) : real = r.sqrt (a r.* a r.+ b r.* b)
  def (*) ((a, b): t) ((c, d): t) : t = (a r.* c r.- b r.* d, a r.* d r.+ b r.* c)
}
module c64 = mk_complex f64
def main (a: f64) (b: f64) =
  let z = c64.make a b
  let (p, q) = c64.parts (z c64.* z)
  in (c64.abs z, p, q)
