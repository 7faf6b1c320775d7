-- Fractions in lowest terms, summed up.
-- ==
-- input { 4i64 } output { 25i64 12i64 }
-- input { 10i64 } output { 7381i64 2520i64 }
module rational = {
  type t = {num: i64, den: i64}
  def gcd (a: i64) (b: i64) = (loop (a, b) while b != 0 do (b, a % b)).0
  def make (n: i64) (d: i64) : t = let g = gcd n d in {num = n / g, den = d / g}
  def (+) (a: t) (b: t) : t = make (a.num * b.den i64.+ b.num * a.den) (a.den * b.den)
  def zero : t = {num = 0, den = 1}
}
def main (n: i64) =
  let r = reduce (rational.+) rational.zero (map (\i -> rational.make 1 (i + 1)) (iota n))
  in (r.num, r.den)
