-- The abstract type is an array, and the function does not promise one of its own.
-- ==
-- error: Module type specifies[^$]*incompatible uniqueness
module m: { type t val f : i64 -> *t } = {
  type t = [2]i64
  def f (x: i64) : [2]i64 = [x, x]
}
def main = 1
