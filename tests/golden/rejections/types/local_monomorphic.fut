-- A local function without type parameters has one type.
-- ==
-- error: :6:20-.*Cannot apply
def main (x: i32) =
  let same y = y
  in (same x, same true)
