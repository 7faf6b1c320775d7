-- ==
-- error: :4:25-.*Refutable pattern not allowed here
type t = #a i32 | #b
def main (x: i32) = let #a y = (#a x : t) in y
