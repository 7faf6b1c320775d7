-- A type cannot be defined by itself.
-- ==
-- error: :4:30-.*Unknown type
type list = #nil | #cons i32 list
def main (x: i32) = x
