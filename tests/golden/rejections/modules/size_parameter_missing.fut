-- ==
-- error: :3:12-.*Module defines
module m : { type t [n] } = { type t = i32 }
def main = 1
