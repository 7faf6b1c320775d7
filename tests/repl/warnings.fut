-- | Numbers.

-- | A pair of numbers.
type pair = (i32, i32)

module m = {
  -- | How many there are.
  type count = i64
}

def first (p: pair) (other: i32) = p.0
def goal (x: i32) : f64 = ???
