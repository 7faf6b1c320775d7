-- What is applied to sizes and types is a name.
-- ==
-- error: :5:14-.*"\(t\)"
type t [n] = [n]i32
def main (x: (t) [2]) = x
