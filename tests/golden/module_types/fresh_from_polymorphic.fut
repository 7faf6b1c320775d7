-- What a polymorphic function promises to be fresh is so for the types it is used at.
-- ==
-- input { [1.5f32, 2.0f32] } output { [0.0f32, 2.0f32] [1.5f32, 2.0f32] }
module type duplicate = {
  type t
  val dup [n]: [n]t -> *[n]t
  val same [n]: [n]t -> [n]t
}

module of (P: real): duplicate with t = P.t = {
  type t = P.t
  def dup = copy
  def same = copy
}

module f = of f32

def main (xs: []f32) = (f.dup xs with [0] = 0, f.same xs)
