-- An expression of fixed depth, evaluated.
-- ==
-- input { true false } output { true false true }
type e = #var i32 | #lit bool
type e2 = #and e e | #not e
def ev (a: bool) (b: bool) (x: e) = match x case #var 0 -> a case #var _ -> b case #lit c -> c
def ev2 (a: bool) (b: bool) (x: e2) =
  match x case #and p q -> ev a b p && ev a b q case #not p -> !(ev a b p)
def main (a: bool) (b: bool) =
  (ev2 a b (#and (#var 0) (#lit true)), ev2 a b (#and (#var 0) (#var 1)), ev2 a b (#not (#var 1)))
