-- x * y + z is rounded twice, fma once.
-- ==
-- input { 1.0000000000000002 } output { false true }
def main (x: f64) =
  let y = x * x - (1 + 2 * 2.220446049250313e-16)
  let z = f64.fma x x (-(1 + 2 * 2.220446049250313e-16))
  in (y != 0, z == 4.930380657631324e-32)
