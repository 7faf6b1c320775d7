-- A function that adds is one of i32 when nothing else is said.
-- ==
-- error: :5:28-.*Cannot apply
def double x = x + x
def main (x: f64) = double x
