-- The size of such a parameter would be nobody's.
-- ==
-- error: :5:11-.*[Aa]nonymous
type~ t = []i32
type^ f = t -> i32
