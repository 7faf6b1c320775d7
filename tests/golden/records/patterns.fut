-- ==
-- input { 1 2 } output { 3 2 }
def f {x, y = z} = x + z
def main (a: i32) (b: i32) =
  let {p = {q}, r = _} = {p = {q = b}, r = a}
  in (f {x = a, y = b}, q)
