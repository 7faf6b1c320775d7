-- ==
-- error: :3:20-.*Entry points may not be declared inside modules
module m = { entry f (x: i32) = x }
def main (x: i32) = m.f x
