-- ==
-- input { 1 } error: [Hh]ole
def main (x: i32) =
  let r = {a = x, b = (??? : i32)}
  in r.a + r.b
