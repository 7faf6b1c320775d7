-- Of what is abstract in a constant it is not said that functions give it away.
-- ==
-- input { 3.0 } output { 4.0 }
module pairs (R: real) = {
  type pair = (R.t, R.t)
  def one: pair = (R.i32 1, R.i32 1)
  def add ((a, b): pair) ((c, d): pair): pair = (a R.+ c, b R.+ d)
}

module use (R: real) = {
  module p = pairs R

  module inner : { val next: p.pair -> p.pair } = {
    def next (x: p.pair) = p.add x p.one
  }
}

module u = use f64

def main (x: f64) = (u.inner.next (x, x)).0
