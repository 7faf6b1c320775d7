-- Both instances work, each with its own hidden type.
-- ==
-- input { 5 } output { 6 15 }
module type boxed = { type t val box : i32 -> t val unbox : t -> i32 }
module type number = { val k : i32 }
module shifted (n: number) : boxed = {
  type t = i32
  def box (x: i32) : t = x + n.k
  def unbox (x: t) : i32 = x
}
module a = shifted { def k : i32 = 1 }
module b = shifted { def k : i32 = 10 }
def main (x: i32) = (a.unbox (a.box x), b.unbox (b.box x))
