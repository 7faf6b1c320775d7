-- A local function is not in its own scope.
-- ==
-- error: :5:48-.*"f"
def main (x: i32) =
  let f (y: i32) : i32 = if y == 0 then 0 else f (y - 1)
  in f x
