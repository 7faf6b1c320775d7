-- Inside, the module's own names have no prefix.
-- ==
-- error: Sizes "n" and "n \+ 1" do not match
module type counted = { val n : i64 val xs : [n]i64 }
module m : counted = {
  def n = 3i64
  def xs : []i64 = iota (n + 1)
}
