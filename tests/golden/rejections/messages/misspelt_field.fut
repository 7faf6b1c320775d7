-- ==
-- error: It has the fields mass, velocty\..*Hint: did you mean "velocty"\?
type body = {mass: f64, velocty: f64}
def main (mass: f64) (velocty: f64) : f64 =
  let b: body = {mass, velocty}
  in b.mass * b.velocity
