-- ==
-- input { 3 } output { 16 }
module m = {
  def (<+>) (a: i32) (b: i32) = a * 5 + b
}
def main (x: i32) = x m.<+> 1
