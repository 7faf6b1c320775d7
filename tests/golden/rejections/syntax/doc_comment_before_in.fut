-- ==
-- error: only permitted when preceding declarations
def main (x: i32) =
  let y = x
  -- | what follows
  in y
