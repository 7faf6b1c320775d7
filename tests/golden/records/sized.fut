-- ==
-- input { [1, 2, 3] [4, 5, 6] } output { [5, 7, 9] }
type two [n] = {a: [n]i32, b: [n]i32}
def add [n] (t: two [n]) : [n]i32 = map2 (+) t.a t.b
def main [n] (a: [n]i32) (b: [n]i32) = add {a, b}
