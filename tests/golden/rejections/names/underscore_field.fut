-- It is the last part of what is written that counts.
-- ==
-- error: :4:31-.*"r\._x"
def main (r: {_x: i32}) = 1 + r._x
