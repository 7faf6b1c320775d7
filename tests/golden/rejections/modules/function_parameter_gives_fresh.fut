-- ==
-- error: Module type specifies[^$]*incompatible uniqueness
module m: { val f : ([3]i64 -> [3]i64) -> i64 } = {
  def f (g: [3]i64 -> *[3]i64) = (g [1, 2, 3])[0]
}
def main = 1
