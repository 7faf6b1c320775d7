-- ==
-- input { [1, 2] } output { 2i64 }
-- input { empty([0]i32) } output { -1i64 }
def main (xs: []i32) = if let n = length xs in n > 0 then length xs else -1
