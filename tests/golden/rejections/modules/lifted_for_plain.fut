-- A type with functions in it does not stand for a plain one.
-- ==
-- error: :4:12-.*Module defines
module m : { type t } = { type^ t = i32 -> i32 }
def main = 1
