-- ==
-- input { 7 2 } output { 9 5 14 3 }
def apply (op: i32 -> i32 -> i32) (a: i32) (b: i32) = op a b
def main (a: i32) (b: i32) = (apply (+) a b, apply (-) a b, apply (*) a b, apply (/) a b)
