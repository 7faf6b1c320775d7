-- No annotation can tell a size that no type has.
-- ==
-- error: size parameter of "empty": the parameter occurs nowhere in the type\s+i64 -> q\.t v\s.*Hint: declare "empty" without "\[n\]"
module type queue = {
  type~ t 'v
  val empty [n] 'v : (capacity: i64) -> t v
}
module two_of (q: queue) = {
  def both : (q.t i32, q.t bool) = (q.empty 2, q.empty 3)
}
