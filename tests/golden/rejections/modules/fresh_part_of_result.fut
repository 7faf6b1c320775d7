-- ==
-- error: Return types[^$]*incompatible uniqueness
module m : { val f [n] : [n]i64 -> (*[n]i64, i64) } = {
  def f [n] (x: [n]i64) : ([n]i64, i64) = (x, 1)
}
def main = 1
