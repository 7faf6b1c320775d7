-- A specification may have several comments, and attributes before and between them.
-- ==
-- input { 3 } output { 4 }
type t = i32
module type s = {
  -- | A comment,

  -- | and one more.
  val f : t -> t

  #[pure]
  -- | A type.
  #[opaque]

  -- | Still that type.
  type u
}
module m : s = { type u = bool def f (x: t) : t = x + 1 }
def main (x: i32) = m.f x
