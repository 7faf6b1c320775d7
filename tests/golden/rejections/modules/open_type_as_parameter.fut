-- A type that chooses its own size gives a function's parameter none.
-- ==
-- error: :5:27-.*[Aa]nonymous
type~ t = []i32
module type S = { val f : t -> i32 }
