-- ==
-- input { 1i64 } output { [0i64, 1i64] [0i64, 1i64, 2i64] }
module type size = { val n : i64 }
module table (s: size) = { def all = iota s.n }
module two = table { def n : i64 = 2 }
module three = table { def n : i64 = 3 }
def main (_: i64) = (copy two.all, copy three.all)
