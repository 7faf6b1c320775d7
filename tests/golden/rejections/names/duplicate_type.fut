-- ==
-- error: :4:6-.*"t"
type t = i32
type t = i64
def main = 1
