-- A parameter hides a module: its members are gone.
-- ==
-- error: :5:21-.*Attempt to access field
module m = { def k : i32 = 1 }
def main (m: i32) = m.k
