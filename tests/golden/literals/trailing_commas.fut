-- A comma may follow the last element anywhere.
-- ==
-- input { 1 2 } output { [1, 2] 1 2 3 }
def second ((_, b,): (i32, i32,)) = b
def main (a: i32) (b: i32) =
  let {x, y,} = {x = a, y = b,}
  let (p, q,) = (x, y,)
  in ([a, second (a, b,),], p, q, [1, 2, 3,][2,],)
