-- The new value's size is known to the end, though the record's type is not known at the update.
-- ==
-- error: Function body does not have expected type[^$]*Sizes "1" and "1 \+ 1" do not match
def main (_: []i32) : [1]i32 =
  let push s x = s with items = s.items ++ [x]
  let r = push {items = [1]} 2i32
  in r.items
