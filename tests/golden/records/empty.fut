-- ==
-- input { 1 } output { true 1 }
def main (x: i32) =
  let f {} = x
  in ({} == {}, f {})
