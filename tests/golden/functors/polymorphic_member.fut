-- ==
-- input { [1, 2] } output { [2, 1] 2i64 }
module type rev = { val rev [n] 'a : [n]a -> [n]a }
module use (r: rev) = {
  def both [n] (xs: [n]i32) = (r.rev xs, length (r.rev (map (> 0) xs)))
}
module m = use { def rev [n] 'a (xs: [n]a) : [n]a = xs[::-1] }
def main (xs: []i32) = m.both xs
