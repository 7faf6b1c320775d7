-- How the tests of the float modules compare: not within a tolerance, but to the last bits.

module exact (F: float) = {
  def zero = F.i32 0
  def one = F.i32 1

  -- | Zeros have signs; NaN is NaN.
  def same (x: F.t) (y: F.t) : bool =
    F.((isnan x && isnan y) || (x == y && copysign one x == copysign one y))

  -- | Where what came out is not what should.
  def wrong [n] (xs: [n]F.t) (ys: [n]F.t) : []i64 =
    filter (\i -> !(same xs[i] ys[i])) (iota n)

  -- | Where it is away from it by more than some units in the last place.
  def far [n] (units: i32) (xs: [n]F.t) (ys: [n]F.t) : []i64 =
    let near x y =
      F.(same x y
         || (!(isinf x) && !(isinf y) && y != zero
             && abs (x - y) <= i32 units * max (abs y * epsilon) (nextafter zero one)))
    in filter (\i -> !(near xs[i] ys[i])) (iota n)
}
