-- ==
-- error: :3:12-.*Module defines
module m : { type t = i32 } = { type t = bool }
def main = 1
