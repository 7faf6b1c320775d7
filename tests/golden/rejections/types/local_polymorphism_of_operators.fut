-- A local function that adds is not polymorphic.
-- ==
-- error: :6:24-.*Cannot apply
def main (x: i32) (y: f64) =
  let double z = z + z
  in (double x, double y)
