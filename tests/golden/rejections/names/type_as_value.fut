-- ==
-- error: :4:21-.*"t"
type t = i32
def main (x: i32) = t x
