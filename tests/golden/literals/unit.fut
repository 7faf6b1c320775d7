-- () is the empty tuple and the empty record.
-- ==
-- input { 3 } output { 3 true }
def f () = ()
def main (x: i32) =
  let () = f ()
  let {} = ()
  in (x, () == {})
