-- ==
-- input { 3 } output { 3 5 }
module point = {
  type t = {x: i32, y: i32}
  def make (x: i32) (y: i32) : t = {x, y}
}
def main (x: i32) =
  let p : point.t = point.make x 5
  in (p.x, p.y)
