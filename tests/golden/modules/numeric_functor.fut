-- One program for every numeric type.
-- ==
-- input { [1, 2, 3] [0.5, 1.5] [200u8, 100u8] } output { 14 2.5 80u8 }
module stats (n: numeric) = {
  def squares [k] (xs: [k]n.t) : n.t = n.sum (map (\x -> x n.* x) xs)
}
module si = stats i32
module sf = stats f64
module su = stats u8
def main (a: []i32) (b: []f64) (c: []u8) = (si.squares a, sf.squares b, su.squares c)
