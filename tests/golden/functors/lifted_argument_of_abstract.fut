-- A type that chooses its sizes, as the argument of an abstract type that has none of its own: what a
-- function gives of it has the sizes that the function was given.
-- ==
-- entry: same
-- input { [true, false] [false, true] } output { 2i64 }

module type boxes = { type t type box 't val put : t -> box t val got : box t -> t }
module boxed (P: { type~ t }) : boxes with t = P.t = {
  type~ t = P.t
  type box 't = (i32, t)
  def put x = (0i32, x)
  def got (b: box t) = b.1
}
module rows = boxed { type~ t = ?[k].[k]bool }

entry same [n] (xs: [n]bool) (ys: [n]bool) =
  length [rows.put xs, rows.put ys]
