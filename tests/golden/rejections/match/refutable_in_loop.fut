-- ==
-- error: :4:26-.*Refutable pattern not allowed here
type t = #a i32 | #b
def main (x: i32) = loop (#a y) = (#a x : t) for i < 3i32 do #a (y + 1)
