-- ==
-- input { 3 } output { 7 }
module type mt = { val (<+>) : i32 -> i32 -> i32 }
module m : mt = { def (<+>) (a: i32) (b: i32) = a * 2 + b }
def main (x: i32) = x m.<+> 1
