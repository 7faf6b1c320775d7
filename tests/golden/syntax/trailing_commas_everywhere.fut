-- ==
-- input { 1 2 } output { 12 }
type t = {a: i32, b: (i32, i32,),}
module type mt = { val f : (i32, i32,) -> {x: i32,} }
module m : mt = { def f (a: i32, b: i32,) = {x = a + b,} }
def main (x: i32) (y: i32) =
  let v : t = {a = x, b = (y, 3,),}
  let {a, b = (c, d,),} = v
  let z = [[a, c,], [d, 6,],][0:2:1,]
  in i32.sum (flatten z) + (m.f (0, 0,)).x + #[attr(a, b,)] 0
